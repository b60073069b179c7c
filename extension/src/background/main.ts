import { startCompanion } from "./companion.ts";
import { guardRequests } from "./requests.ts";
import { layWorkerRule } from "./worker-rule.ts";

guardRequests(startCompanion((hosts) => void layWorkerRule(hosts)));
