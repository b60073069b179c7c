import * as v from "valibot";
import { categoryMap } from "./config-key.ts";
import { Config } from "./config.ts";
import { POLICIES } from "./presets.ts";
import { Thresholds } from "./scoring.ts";

/** What a profile settles over whatever the machine's own files say. */
export const ProfileOverrides = v.strictObject({
  category_policies: v.optional(
    v.pipe(
      categoryMap(v.picklist(POLICIES)),
      v.description("What happens to the hosts of a category, by its name."),
    ),
    {},
  ),
  thresholds: v.optional(
    v.pipe(
      v.partial(Thresholds),
      v.description("The score from which a finding blocks, by severity."),
    ),
    {},
  ),
  managed: v.optional(
    v.pipe(
      v.boolean(),
      v.description("True locks every setting on the machine: changes answer 403 profile_locked."),
    ),
    false,
  ),
});

/** An enterprise profile (specification 2.7): the shape of the configuration, and what it settles. */
export const Profile = v.strictObject({
  ...Config.entries,
  profile_id: v.pipe(
    v.string(),
    v.minLength(1),
    v.maxLength(128),
    v.description("Names the profile; goes into the heartbeat."),
  ),
  profile_version: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(0),
    v.description("Never goes down for one `profile_id`."),
  ),
  overrides: v.optional(ProfileOverrides, {}),
});

/** A profile, parsed. */
export type Profile = v.InferOutput<typeof Profile>;
