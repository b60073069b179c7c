import { startCompanion } from "./companion.ts";
import { keepFromPages } from "./key-store.ts";
import { guardRequests } from "./requests.ts";
import { layWorkerRule } from "./worker-rule.ts";

keepFromPages();
guardRequests(startCompanion((hosts, excluded) => void layWorkerRule(hosts, excluded)));
