import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { claimDataFolder, runningAgent, startOf } from "../src/pid-file.ts";
import { agentHome, startAgent } from "./agent-process.ts";
import { writeRules } from "./fixture-rules.ts";

/** A process that would end if it were sent a signal. */
function stranger() {
  const child = spawn("sleep", ["60"], { stdio: "ignore" });
  return {
    pid: child.pid ?? 0,
    isThere: () => child.exitCode === null && child.signalCode === null,
    [Symbol.dispose]: () => child.kill(),
  };
}

test("a file without a start that names a stranger's process neither has it signalled nor keeps an agent from starting", async () => {
  using other = stranger();
  using home = agentHome();
  mkdirSync(home.dataDir, { mode: 0o700 });
  for (const url of ["", "http://127.0.0.1:9\n"]) {
    writeFileSync(join(home.dataDir, "weir.pid"), `${other.pid}\n\n${url}`);
    expect((await home.run("reload")).code).toBe(3);
    expect(other.isThere()).toBe(true);
  }
  const agent = await startAgent(home, { args: ["--rules", writeRules(home.path)] });
  expect((await home.run("reload")).code).toBe(0);
  expect(await agent.stop()).toBe(0);
  expect(other.isThere()).toBe(true);
});

test("weir reload tells the agent of a configuration, and none that runs with another in the same data folder", async () => {
  using home = agentHome("log_level: debug\n");
  const another = join(home.path, "another.yaml");
  writeFileSync(another, "log_level: info\n", { mode: 0o600 });
  const rules = ["--rules", writeRules(home.path)];
  const told = (events: readonly { event: string }[]): number =>
    events.filter(({ event }) => event === "config_reloaded").length;
  const first = await startAgent(home, { args: rules });
  expect(await home.run("reload", "--config", another)).toMatchObject({
    code: 3,
    err: expect.stringContaining("no agent runs with this configuration") as string,
  });
  expect((await home.run("reload", "--config", home.configPath)).code).toBe(0);
  await expect.poll(() => told(first.events())).toBe(1);
  await first.stop();
  const second = await startAgent(home, { args: [...rules, "--config", another] });
  expect((await home.run("reload")).code).toBe(3);
  expect((await home.run("reload", "--config", "another.yaml")).code).toBe(0);
  await expect.poll(() => told(second.events())).toBe(1);
  await second.stop();
});

test("an agent that began without a file takes up the one that is made where it looks", async () => {
  using home = agentHome();
  const agent = await startAgent(home, { args: ["--rules", writeRules(home.path)] });
  home.writeConfig("log_level: debug\n");
  expect((await home.run("reload", "--config", home.configPath)).code).toBe(3);
  expect((await home.run("reload")).code).toBe(0);
  await expect
    .poll(() => agent.events().some(({ event }) => event === "config_reloaded"))
    .toBe(true);
  await agent.stop();
});

test("where there is no /proc, the system's ps tells when a process started", async () => {
  using home = agentHome();
  using first = stranger();
  const start = startOf(first.pid, home.path);
  expect(Math.abs(Number(start) - Date.now() / 1000)).toBeLessThan(10);
  await sleep(1500);
  using second = stranger();
  expect(startOf(first.pid, home.path)).toBe(start);
  expect(Number(startOf(second.pid, home.path))).toBeGreaterThan(Number(start));
  expect(startOf(999_999_999, home.path)).toBe("");
});

test("an agent of which ps does not come to tell keeps its data folder; one that ps does not know does not", () => {
  using home = agentHome();
  using other = stranger();
  const ps = join(home.path, "ps");
  const claim = (): Disposable =>
    claimDataFolder(home.path, { tellStart: (pid) => startOf(pid, home.path, ps) });
  writeFileSync(join(home.path, "weir.pid"), `${other.pid}\n1\n`);
  writeFileSync(ps, "#!/bin/sh\nexec sleep 60\n", { mode: 0o700 });
  expect(claim).toThrow("agent");
  expect(runningAgent(home.path)).toBeUndefined();
  writeFileSync(ps, "#!/bin/sh\nexit 1\n");
  claim()[Symbol.dispose]();
});

/** Another process that claims a folder; `got` tells whether it could. */
async function claimElsewhere(folder: string) {
  const worker = join(import.meta.dirname, "claim-worker.ts");
  const child = spawn(process.execPath, [worker, dirname(folder), "1"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [text] = (await once(child.stdout, "data")) as [Buffer];
  const kill = async (): Promise<void> => {
    child.kill("SIGKILL");
    await once(child, "close");
  };
  return { got: text.toString() === "[0]\n", kill };
}

test("an agent that can't write its file keeps the data folder from others as long as it runs", async () => {
  using home = agentHome();
  const folder = join(home.path, "0");
  // Where the file is written before it has its name, it can't be: something else is there.
  mkdirSync(join(folder, `weir.pid.${process.pid}`), { recursive: true });
  const claim = claimDataFolder(folder);
  expect([claim.renew(), claim.isHeld()]).toEqual([false, true]);
  const second = await claimElsewhere(folder);
  claim[Symbol.dispose]();
  const third = await claimElsewhere(folder);
  expect([second.got, third.got]).toEqual([false, true]);
  await Promise.all([second.kill(), third.kill()]);
});

test("an agent that could claim nothing learns that another has the data folder by then", async () => {
  using home = agentHome();
  const folder = join(home.path, "0");
  // There is no folder: nothing can be made in it.
  using late = claimDataFolder(folder);
  expect([late.renew(), late.isHeld()]).toEqual([false, false]);
  mkdirSync(folder);
  const other = await claimElsewhere(folder);
  expect([other.got, late.isHeld()]).toEqual([true, false]);
  expect(() => late.renew()).toThrow("an agent runs on this data folder already");
  await other.kill();
  expect(late.isHeld()).toBe(true);
  expect(runningAgent(folder)?.pid).toBe(process.pid);
});

test("of processes that find a dead agent's file at once, one gets the data folder", async () => {
  const [processes, folders, firstMs, stepMs] = [6, 60, 3000, 40];
  using home = agentHome();
  for (let i = 0; i < folders; i++) {
    mkdirSync(join(home.path, String(i)));
    writeFileSync(join(home.path, String(i), "weir.pid"), "999999999\n1\n");
  }
  const worker = join(import.meta.dirname, "claim-worker.ts");
  const times = [String(folders), String(Date.now() + firstMs), String(stepMs)];
  const workers = Array.from({ length: processes }, () =>
    spawn(process.execPath, [worker, home.path, ...times], {
      stdio: ["ignore", "pipe", "inherit"],
    }),
  );
  const told = await Promise.all(
    workers.map(async ({ stdout }) => {
      const [text] = (await once(stdout, "data")) as [Buffer];
      return JSON.parse(text.toString()) as number[];
    }),
  );
  for (const child of workers) child.kill("SIGKILL");
  const winners = told.flat().toSorted((a, b) => a - b);
  expect(winners).toEqual(Array.from({ length: folders }, (_, i) => i));
  expect(readdirSync(join(home.path, "0")).toSorted()).toEqual(["weir.pid", "weir.pid.lock"]);
});
