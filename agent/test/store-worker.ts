// Works on the store of the folder named in the arguments until it is killed, and tells each thing that is done right
// after it is done: "+ n" and "- n" for canaries, "s n" for a setting, "c n" for scans counted, "f n" for scans flushed.
import { writeSync } from "node:fs";
import process from "node:process";
import { systemCode } from "../src/errors.ts";
import { openStore } from "../src/store/store.ts";
import { canaryOf } from "./store-folder.ts";

const [, , folder = "", firstCanary = "0"] = process.argv;
/** Synchronous, so that what was told was done, and what was done was told but for the last thing. */
function tell(line: string): void {
  for (let told = false; !told;) {
    try {
      writeSync(1, `${line}\n`);
      told = true;
    } catch (error) {
      // Whoever listens is slower than the store.
      if (systemCode(error) !== "EAGAIN") throw error;
    }
  }
}

const store = openStore(folder);
tell(`o ${store.status().state}`);
const kept: number[] = [];
for (let round = 0, next = Number(firstCanary); ; round++) {
  for (let i = 0; i < 7; i++) store.counters.add("dlp_scans_total");
  tell(`c ${store.counters.read().dlp_scans_total}`);
  for (const number of kept) store.canaries.noteHit(canaryOf(number).id, round);
  if (round % 3 === 0) {
    tell(`p ${next}`);
    const outcome = store.canaries.insert(canaryOf(next));
    if (outcome === "done") {
      tell(`+ ${next}`);
      kept.push(next);
    }
    next++;
  }
  if (round % 5 === 4) {
    const number = kept.shift();
    if (number !== undefined) {
      tell(`d ${number}`);
      store.canaries.remove(canaryOf(number).id);
      tell(`- ${number}`);
    }
  }
  const value = 1 + (round % 100);
  tell(`t ${value}`);
  store.settings.changeScoring({ thresholds: { low: value }, weights: {} });
  tell(`s ${value}`);
  if (round % 2 === 1) {
    const flushed = store.counters.read().dlp_scans_total;
    store.flush();
    tell(`f ${flushed}`);
  }
}
