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
