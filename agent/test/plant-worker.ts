// Plants a token into a file and is killed before the call of the file system whose number is given; 0 for none.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import process from "node:process";

const [path = "", token = "", killAt = "0"] = process.argv.slice(2);
const { plantInFile } = await import("../src/canary/plant-file.ts");

let calls = 0;
const CHANGES = [
  "openSync",
  "writeFileSync",
  "fchownSync",
  "fchmodSync",
  "fsyncSync",
  "linkSync",
  "renameSync",
  "closeSync",
  "unlinkSync",
] as const;
for (const name of CHANGES) {
  const call = fs[name] as (...args: unknown[]) => unknown;
  Reflect.set(fs, name, (...args: unknown[]) => {
    calls += 1;
    if (calls === Number(killAt)) process.kill(process.pid, "SIGKILL");
    return call(...args);
  });
}
syncBuiltinESMExports();
process.stdout.write(JSON.stringify(plantInFile(path, token)));
