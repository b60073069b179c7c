// Opens the store of the folder named in the arguments, uses everything of it, and prints what came of it.
import process from "node:process";
import { openStore } from "../src/store/store.ts";
import { canaryOf } from "./store-folder.ts";

const store = openStore(process.argv[2] ?? "");
const opened = {
  status: store.status(),
  labels: store.canaries.list().map(({ label }) => label),
  policies: store.settings.read().category_policies,
};
const counted = store.counters.read().dlp_scans_total;
store.counters.add("dlp_scans_total");
const changes = {
  insert: store.canaries.insert(canaryOf(77)),
  remove: store.canaries.remove(canaryOf(1).id),
  scoring: store.settings.changeScoring({ thresholds: { low: 9 }, weights: {} }),
  policy: store.settings.setCategoryPolicy("ai_other", "deny"),
  forget: store.settings.forgetScoring() && store.settings.forgetCategoryPolicy("ai_other"),
  reset: store.counters.reset(),
};
store.flush();
const after = {
  status: store.status(),
  labels: store.canaries.list().map(({ label }) => label),
  thresholds: store.settings.read().thresholds,
  added: store.counters.read().dlp_scans_total - counted,
};
store.close();
process.stdout.write(JSON.stringify({ opened, changes, after }));
