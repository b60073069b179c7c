import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { expect, test } from "vitest";
import { agentHome } from "./agent-process.ts";
import { containing, matching } from "./matchers.ts";
import { useAgent } from "./use-agent.ts";

const { home, agent } = await useAgent();
const { run } = home;

test("weir token rotate replaces the token of the running agent, for its owner alone", async () => {
  const before = home.token();
  const { code, out, err } = await run("token", "rotate");
  const after = home.token();
  expect([code, out, after === before]).toEqual([0, "", false]);
  expect(err).not.toContain(after);
  expect(statSync(join(home.dataDir, "api-token")).mode & 0o777).toBe(0o600);
  const status = async (token: string) =>
    (await agent.ask("GET", "/api/dlp/canary", { token })).status;
  expect([await status(before), await status(after)]).toEqual([401, 200]);
});

test("where the token's file is gone, weir token rotate is named, and mends it while the agent runs", async () => {
  rmSync(join(home.dataDir, "api-token"));
  expect(await run("canary", "list")).toMatchObject({
    code: 2,
    err: matching(/holds no token for it\nhint: .* make a new one: weir token rotate/),
  });
  expect((await run("token", "rotate")).code).toBe(0);
  expect((await run("canary", "list")).code).toBe(0);
});

test.each([["run --listen 127.0.0.1:0 --no-dns"], ["token rotate"]])(
  "a folder where the token's file should be is named by weir %s",
  async (words) => {
    using other = agentHome();
    mkdirSync(join(other.dataDir, "api-token"), { recursive: true, mode: 0o700 });
    const err = containing("/api-token: is a folder, and the file of the API's token is to have");
    expect(await other.run(...words.split(" "))).toMatchObject({ code: 2, err });
  },
);

test("weir token rotate is locked by the preset managed", async () => {
  using other = agentHome("preset: managed\n");
  expect(await other.run("token", "rotate")).toMatchObject({
    code: 2,
    err: containing("settings are locked by the preset managed of the configuration file"),
  });
  expect(existsSync(join(other.dataDir, "api-token"))).toBe(false);
});

test.skipIf(process.platform === "win32")(
  "the preset managed does not lock what mends a token that is damaged or open to others",
  async () => {
    using other = agentHome("preset: managed\n");
    mkdirSync(other.dataDir, { mode: 0o700 });
    const path = join(other.dataDir, "api-token");
    const spoil = [
      (): void => writeFileSync(path, "xx\n", { mode: 0o600 }),
      (): void => chmodSync(path, 0o644),
    ];
    for (const spoilIt of spoil) {
      spoilIt();
      expect(await other.run("run", "--listen", "127.0.0.1:0", "--no-dns")).toMatchObject({
        code: 2,
        err: matching(/\nhint: make a new one.*: weir token rotate\n$/),
      });
      const spoilt = readFileSync(path, "utf8");
      expect((await other.run("token", "rotate")).code).toBe(0);
      expect([readFileSync(path, "utf8") === spoilt, statSync(path).mode & 0o777]).toEqual([
        false,
        0o600,
      ]);
    }
    // Now that it counts again, it is locked again.
    expect((await other.run("token", "rotate")).code).toBe(2);
  },
);
