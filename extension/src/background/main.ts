import { startCompanion } from "./companion.ts";
import { guardRequests } from "./requests.ts";
import { layWorkerRule } from "./worker-rule.ts";

guardRequests(startCompanion((hosts, excluded) => void layWorkerRule(hosts, excluded)));
