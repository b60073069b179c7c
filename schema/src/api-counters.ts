import * as v from "valibot";

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** The five aggregate counters (specification 2.8). */
export const Counters = v.strictObject({
  dns_queries_total: count,
  dns_blocks_total: count,
  dlp_scans_total: count,
  dlp_blocks_total: count,
  tamper_detections_total: count,
});

export type Counters = v.InferOutput<typeof Counters>;
