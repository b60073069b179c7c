import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { expect, test } from "vitest";
import { systemRunner } from "./runner.ts";

const run = systemRunner("linux", { PATH: "/nowhere", SECRET: "x", LC_ALL: "de_DE.UTF-8" });

test("a command runs without a shell, in the language of its manual, and sees nothing of our surroundings", () => {
  const script = "process.stdout.write(JSON.stringify([process.env, process.argv.slice(1)]))";
  const { status, stdout } = run(process.execPath, ["-e", script, "$(id)", "a b;c"]);
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toEqual([
    { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", LC_ALL: "C" },
    ["$(id)", "a b;c"],
  ]);
});

test("a status, what was said with it, a command that is not there and one that does not end", () => {
  const script = "process.stderr.write('no'); process.exit(5)";
  expect(run(process.execPath, ["-e", script])).toEqual({ status: 5, stdout: "", stderr: "no" });
  expect(run("weir-no-such-command", [])).toEqual({ status: 127, stdout: "", stderr: "" });
  const hasty = systemRunner("linux", {}, 50);
  expect(hasty(process.execPath, ["-e", "setInterval(() => 0, 1000)"]).status).toBe(124);
});

test("on Windows a command is the system's own, whatever the current folder has", () => {
  const folder = mkdtempSync(join(tmpdir(), "weir-windows-"));
  const root = join(folder, "Windows");
  const write = (path: string): void =>
    writeFileSync(path, '#!/bin/sh\nprintf "%s" "$0"\n', { mode: 0o700 });
  const places = {
    "powershell.exe": `${root}\\System32\\WindowsPowerShell\\v1.0\\powershell.exe`,
    "net.exe": `${root}\\System32\\net.exe`,
  };
  const runThere = systemRunner("win32", { SystemRoot: root });
  for (const [command, place] of Object.entries(places)) {
    write(place);
    expect(runThere(command, [])).toEqual({ status: 0, stdout: place, stderr: "" });
  }
  rmSync(folder, { recursive: true });
});
