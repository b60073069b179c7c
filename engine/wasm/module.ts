// The module that the engine embeds.
import { survey } from "./survey.ts";
import { findEnds } from "./words.ts";

export { findEnds, survey };
