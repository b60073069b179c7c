import { lstatSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hostsFolder } from "../../test/hosts-folder.ts";
import type { HostsFolder } from "../../test/hosts-folder.ts";
import {
  addLocalDomain,
  dropUnfinished,
  readLocalDomains,
  removeLocalDomain,
} from "./local-domains.ts";

let folder: HostsFolder;
beforeEach(() => {
  folder = hostsFolder();
});
afterEach(() => folder[Symbol.dispose]());

describe("this machine's own lists", () => {
  const text = (kind: "allow" | "block"): string =>
    readFileSync(join(folder.path, `local/${kind}_domains.txt`), "utf8");

  it("take names in any spelling, once, and lose no comment", () => {
    folder.write("local/block_domains.txt", "# mine\r\nold.example # why\r\nlast.example");
    expect(addLocalDomain(folder.path, "block", " *.BÜCHER.example. ")).toEqual({
      ok: true,
      name: "xn--bcher-kva.example",
      isChanged: true,
    });
    expect(text("block")).toBe(
      "# mine\r\nold.example # why\r\nlast.example\nxn--bcher-kva.example\n",
    );
    expect(addLocalDomain(folder.path, "block", "OLD.example")).toMatchObject({ isChanged: false });
    expect(readLocalDomains(folder.path)).toEqual({
      allow: [],
      block: ["last.example", "old.example", "xn--bcher-kva.example"],
    });
    expect(readdirSync(join(folder.path, "local"))).toEqual(["block_domains.txt"]);
  });

  it("leave no names behind where a change was killed: the next takes them away, or the next start", () => {
    const left = ".block_domains.txt.tmp";
    folder.write(`local/${left}`, "half.exa");
    addLocalDomain(folder.path, "block", "chat.example");
    expect(readdirSync(join(folder.path, "local"))).toEqual(["block_domains.txt"]);
    folder.write(`local/${left}`, "half.exa");
    dropUnfinished(folder.path);
    expect(readdirSync(join(folder.path, "local"))).toEqual(["block_domains.txt"]);
    expect(text("block")).toBe("chat.example\n");
  });

  it("have no name of a file that is no list", () => {
    folder.write("local/allow_domains.txt", "good.example\n");
    folder.write("local/block_domains.txt", "good.example\n\0\n");
    expect(readLocalDomains(folder.path)).toEqual({ allow: ["good.example"], block: [] });
  });

  it("hold a name on one of them only", () => {
    addLocalDomain(folder.path, "allow", "chat.example");
    addLocalDomain(folder.path, "block", "chat.example");
    expect(readLocalDomains(folder.path)).toEqual({ allow: [], block: ["chat.example"] });
  });

  it("lose a name wherever it stands, and nothing else", () => {
    folder.write(
      "local/block_domains.txt",
      "0.0.0.0 a.example b.example\nc.example\n# b.example\n",
    );
    expect(removeLocalDomain(folder.path, "b.example")).toMatchObject({ isChanged: true });
    expect(text("block")).toBe("a.example\nc.example\n# b.example\n");
    expect(removeLocalDomain(folder.path, "b.example")).toMatchObject({ isChanged: false });
  });

  it.each([
    "",
    "com",
    "# x",
    "a.example # x",
    "a.example\nb.example",
    "0.0.0.0 a.example",
    "0.0.0.0 a.example b.example",
    "192.0.2.1",
  ])("take no %j", (given) => {
    expect(addLocalDomain(folder.path, "allow", given)).toMatchObject({
      ok: false,
      refusal: "not_a_name",
    });
    expect(readdirSync(folder.path)).not.toContain("local");
  });

  it("are written through a link, and not where it leads nowhere", () => {
    const target = folder.write("elsewhere/own.txt", "a.example\n");
    folder.write("local/allow_domains.txt", "");
    const link = join(folder.path, "local/block_domains.txt");
    symlinkSync("../elsewhere/own.txt", link);
    expect(addLocalDomain(folder.path, "block", "b.example")).toMatchObject({ isChanged: true });
    expect(readFileSync(target, "utf8")).toBe("a.example\nb.example\n");
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    rmSync(target);
    expect(addLocalDomain(folder.path, "block", "c.example")).toMatchObject({
      refusal: "unwritable",
    });
    expect(readdirSync(join(folder.path, "elsewhere"))).toEqual([]);
  });

  it("tell where they can't be written", () => {
    folder.write("local", "a file in the folder's place");
    expect(addLocalDomain(folder.path, "allow", "chat.example")).toMatchObject({
      ok: false,
      refusal: "unwritable",
    });
  });
});
