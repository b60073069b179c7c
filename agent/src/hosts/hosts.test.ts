import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, truncateSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { findHostName, listName } from "@weir/engine";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hostsFolder } from "../../test/hosts-folder.ts";
import type { HostsFolder } from "../../test/hosts-folder.ts";
import { ownListFaults } from "./list-faults.ts";
import { loadHosts } from "./load.ts";
import type { LoadedHosts } from "./load.ts";
import { MAX_LINE_FAULTS, MAX_LIST_BYTES } from "./read-list.ts";

let folder: HostsFolder;
beforeEach(() => {
  folder = hostsFolder({
    ai_allowed: "auth.chat.example\n",
    ai_chat_dlp: "# Tier 2\nchat.example # why\n",
    ai_chat_blocked: "leaky.example\n",
    ai_other: "other.example\n",
    doh_hosts: "dns.example\n",
  });
});
afterEach(() => folder[Symbol.dispose]());

const load = async (paths: readonly string[] = [], before?: LoadedHosts): Promise<LoadedHosts> =>
  loadHosts({ folder: folder.path, paths, manifest: new Map() }, before);

const listOf = (hosts: LoadedHosts, name: string): string => {
  const found = findHostName(hosts.table, name);
  return found === undefined ? "" : listName(found.list, hosts.ownLists);
};

describe("lists of hosts", () => {
  it("fill one table, each under its own name", async () => {
    const hosts = await load();
    expect(hosts.faults).toEqual([]);
    expect(listOf(hosts, "auth.chat.example")).toBe("ai_allowed");
    expect(listOf(hosts, "www.chat.example")).toBe("ai_chat_dlp");
    expect(listOf(hosts, "leaky.example")).toBe("ai_chat_blocked");
    expect(listOf(hosts, "other.example")).toBe("ai_other");
    expect(listOf(hosts, "dns.example")).toBe("doh_hosts");
    expect(listOf(hosts, "elsewhere.example")).toBe("");
  });

  it("of this machine replace the shipped entry of the same name, the one that allows last", async () => {
    folder.write("local/allow_domains.txt", "leaky.example\r\nboth.example\n");
    folder.write("local/block_domains.txt", "\u{feff}chat.example\nboth.example\n");
    const hosts = await load();
    expect(hosts.faults).toEqual([]);
    expect(listOf(hosts, "leaky.example")).toBe("local_allow");
    expect(listOf(hosts, "chat.example")).toBe("local_block");
    expect(listOf(hosts, "both.example")).toBe("local_allow");
    expect(listOf(hosts, "auth.chat.example")).toBe("ai_allowed");
  });

  it("of the operator are added by their file names; one named like a shipped list takes its place", async () => {
    const games = folder.write("more/Games.txt", "0.0.0.0 play.example\n");
    const blocked = folder.write("more/ai_chat_blocked.txt", "worse.example\n");
    const hosts = await load([games, blocked]);
    expect(hosts.faults).toEqual([]);
    expect(hosts.ownLists).toEqual(["games"]);
    expect(listOf(hosts, "play.example")).toBe("games");
    expect(listOf(hosts, "worse.example")).toBe("ai_chat_blocked");
    expect(listOf(hosts, "leaky.example")).toBe("");
    expect(listOf(hosts, "other.example")).toBe("ai_other");
  });

  it("are refused by names that can't be categories", async () => {
    const paths = ["a/games.txt", "b/games.txt", "c/local_allow.txt", "c/1 .txt"];
    for (const path of paths) folder.write(path, "play.example\n");
    const hosts = await load(paths.map((path) => join(folder.path, path)));
    expect(hosts.faults).toHaveLength(3);
    expect(hosts.faults.every((fault) => fault.startsWith("rule_paths["))).toBe(true);
    expect(hosts.ownLists).toEqual(["games"]);
  });

  it("with faults tell file and line and never a name; what is good of them counts at a start", async () => {
    folder.write("ai_other.txt", "good.example\nbad..example\n\n192.0.2.7\nhttps://x.example/y\n");
    const hosts = await load();
    expect(hosts.faults).toEqual([
      "ai_other.txt:2: has an empty part between dots; take the dot out",
      "ai_other.txt:4: is an IP address; a list holds names",
      "ai_other.txt:5: is a URL or a path; write the host name alone",
    ]);
    expect(listOf(hosts, "good.example")).toBe("ai_other");
    expect(hosts.isKept).toBe(false);
  });

  it("with faults change nothing while others are in force", async () => {
    const before = await load();
    folder.write("ai_other.txt", "new.example\nbad..example\n");
    const faulty = await load([], before);
    expect(faulty.isKept).toBe(true);
    expect(faulty.faults).toHaveLength(1);
    expect(faulty.table).toBe(before.table);
    folder.write("ai_other.txt", "new.example\n");
    const mended = await load([], faulty);
    expect(mended).toMatchObject({ isKept: false, faults: [] });
    expect(listOf(mended, "new.example")).toBe("ai_other");
    folder.write("ai_other.txt", "bad..example\n");
    const again = await load([], mended);
    folder.write("ai_other.txt", "new.example\n");
    expect(await load([], again)).toMatchObject({ isKept: false, faults: [] });
  });

  it.each(["ai_chat_dlp", "ai_chat_blocked", "ai_other", "doh_hosts"])(
    "%s without a name is faulty, and what is in force stays",
    async (name) => {
      const before = await load();
      for (const text of ["", "# nothing\n"]) {
        const path = folder.write(`more/${name}.txt`, text);
        const emptied = await load([path], before);
        expect(emptied.faults).toEqual([
          `${name}.txt: holds no name; put names in, or the file as it was`,
        ]);
        expect(emptied.table).toBe(before.table);
        expect(ownListFaults([path])).toHaveLength(1);
      }
    },
  );

  it("that let hosts through, an operator's own and this machine's may be without a name", async () => {
    for (const name of ["ai_allowed", "local/allow_domains", "local/block_domains"])
      folder.write(`${name}.txt`, "");
    const hosts = await load([folder.write("more/games.txt", "")]);
    expect(hosts).toMatchObject({ faults: [], ownLists: ["games"] });
  });

  it("that did not change answer what was in force before", async () => {
    const before = await load();
    folder.write("ai_other.txt", "other.example\n");
    expect(await load([], before)).toBe(before);
    folder.write("ai_other.txt", "other.example\nmore.example\n");
    expect(await load([], before)).not.toBe(before);
  });

  it("that are missing are told, except this machine's own", async () => {
    unlinkSync(join(folder.path, "ai_other.txt"));
    const hosts = await load([join(folder.path, "none.txt")]);
    expect(hosts.faults).toEqual([
      "ai_other.txt: there is no such file; check its name",
      "none.txt: there is no such file; check its name",
    ]);
    expect(hosts.differing).toEqual([]);
  });

  it("that a folder of rules doesn't have come from the shipped folder", async () => {
    using own = hostsFolder({ ai_other: "mine.example\n" });
    unlinkSync(join(own.path, "ai_chat_blocked.txt"));
    const sources = { folder: own.path, shippedFolder: folder.path, paths: [] };
    const hosts = await loadHosts({ ...sources, manifest: new Map() });
    expect(hosts.faults).toEqual([]);
    expect(listOf(hosts, "leaky.example")).toBe("ai_chat_blocked");
    expect(listOf(hosts, "mine.example")).toBe("ai_other");
    expect(listOf(hosts, "chat.example")).toBe("");
    // A file that the folder's own manifest names is missing, not left out.
    const manifest = new Map([["ai_chat_blocked.txt", ""]]);
    expect((await loadHosts({ ...sources, manifest })).faults).toHaveLength(1);
  });

  it("that differ from the manifest are named, and don't replace what was in force", async () => {
    const hash = (name: string): string =>
      createHash("sha256")
        .update(readFileSync(join(folder.path, name)))
        .digest("hex");
    const names = ["ai_allowed", "ai_chat_dlp", "ai_chat_blocked", "ai_other", "doh_hosts"];
    const manifest = new Map(names.map((name) => [`${name}.txt`, hash(`${name}.txt`)]));
    const sources = { folder: folder.path, paths: [], manifest };
    const before = await loadHosts(sources);
    expect(before.differing).toEqual([]);
    folder.write("ai_chat_blocked.txt", "harmless.example\n");
    folder.write("local/allow_domains.txt", "mine.example\n");
    const after = await loadHosts(sources, before);
    expect(after.differing).toEqual(["ai_chat_blocked.txt"]);
    expect(after.isKept).toBe(true);
    expect(listOf(after, "leaky.example")).toBe("ai_chat_blocked");
    expect((await loadHosts(sources)).differing).toEqual(["ai_chat_blocked.txt"]);
  });
});

describe("files that are no lists", () => {
  const fault = async (): Promise<string> => {
    const hosts = await load();
    expect(listOf(hosts, "first.example")).toBe("");
    expect(listOf(hosts, "chat.example")).toBe("ai_chat_dlp");
    return hosts.faults.at(-1) ?? "";
  };

  it.each([
    [
      "a gigabyte",
      "is larger than",
      () => truncateSync(folder.write("ai_other.txt", "first.example\n"), 2 ** 30),
    ],
    [
      "binary",
      "no text",
      () => folder.write("ai_other.txt", Buffer.from("first.example\n\0\u0001")),
    ],
    [
      "no UTF-8",
      "no text",
      () =>
        folder.write("ai_other.txt", Buffer.from([...Buffer.from("first.example\n"), 0xff, 0xfe])),
    ],
    [
      "cut off within a character",
      "no text",
      () => folder.write("ai_other.txt", Buffer.from([...Buffer.from("first.example\n"), 0xc3])),
    ],
    [
      "one endless line",
      "line 2 is longer",
      () => folder.write("ai_other.txt", `first.example\n${"a".repeat(MAX_LIST_BYTES - 100)}`),
    ],
    [
      "prose",
      "is it a list of hosts?",
      () =>
        folder.write(
          "ai_other.txt",
          `first.example\n${"no list at all\n".repeat(MAX_LINE_FAULTS + 1)}`,
        ),
    ],
    [
      "a folder",
      "is a folder",
      () => {
        unlinkSync(join(folder.path, "ai_other.txt"));
        mkdirSync(join(folder.path, "ai_other.txt"));
      },
    ],
    [
      "a pipe",
      "a pipe",
      () => {
        unlinkSync(join(folder.path, "ai_other.txt"));
        spawnSync("sh", ["-c", 'mkfifo "$0"', join(folder.path, "ai_other.txt")]);
      },
    ],
  ])("%s: none of its names count", async (_, expected, make) => {
    make();
    expect(await fault()).toContain(expected);
  });
});

describe("changes in memory of this machine's own lists", () => {
  it.each([0, 60_000])(
    "are laid over the files, beside %i other names, and let nothing be said of names elsewhere",
    async (others) => {
      const names = Array.from({ length: others }, (_, i) => `host-${i}.example`);
      folder.write("local/block_domains.txt", "filed.example\nboth.example\nchat.example\n");
      folder.write("local/allow_domains.txt", "both.example\ngone.example\n");
      const sources = {
        folder: folder.path,
        paths: [folder.write("long.txt", names.join("\n"))],
        manifest: new Map(),
      };
      const localChanges = new Map([
        ["new.example", "block"],
        ["filed.example", "allow"],
        ["both.example", "block"],
        ["gone.example", "neither"],
        ["chat.example", "neither"],
      ] as const);
      const hosts = await loadHosts({ ...sources, localChanges });
      const on = (name: string): string => listOf(hosts, name);
      expect(["new.example", "filed.example", "both.example", "gone.example"].map(on)).toEqual([
        "local_block",
        "local_allow",
        "local_block",
        "",
      ]);
      // What the shipped lists say of a name is not this machine's.
      expect(on("chat.example")).toBe("ai_chat_dlp");
      expect(names.filter((name) => on(name) !== "long")).toEqual([]);
      expect(hosts.table.slots.buffer).toBeInstanceOf(SharedArrayBuffer);
      expect(await loadHosts({ ...sources, localChanges }, hosts)).toBe(hosts);
      const filed = await loadHosts(sources, hosts);
      expect(listOf(filed, "filed.example")).toBe("local_block");
      expect(listOf(filed, "new.example")).toBe("");
    },
  );
});

describe("long lists", () => {
  it("are built in another thread, and the table is shared memory", async () => {
    const names = Array.from({ length: 60_000 }, (_, i) => `host-${i}.example`);
    const path = folder.write("long.txt", `${names.join("\n")}\nbad..example\n`);
    const hosts = await load([path]);
    expect(hosts.faults).toEqual([
      "long.txt:60001: has an empty part between dots; take the dot out",
    ]);
    expect(hosts.table.slots.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect(names.filter((name) => listOf(hosts, name) !== "long")).toEqual([]);
  });
});
