import { CANARY_PREFIX, CANARY_TOKEN_CHARS, isCanaryToken } from "@weir/engine";
import { plantInJson } from "./plant-json.ts";
import { plantInEnv, plantInIni, plantInYaml } from "./plant-lines.ts";
import { refuse } from "./plant-style.ts";
import type { Planted } from "./plant-style.ts";

type Plant = (text: string, token: string) => Planted;

/** Formats by file name, in lower case. */
const FORMATS: readonly (readonly [RegExp, Plant])[] = [
  [/^\.env(?:\..+)?$|\.env$|^\.envrc$/, plantInEnv],
  [/\.json$/, plantInJson],
  [/\.ya?ml$/, plantInYaml],
  [/\.(?:ini|cfg)$|^credentials$/, plantInIni],
];

/** Files whose readers refuse keys that they do not know, or write the file anew. */
const STRICT_FILES =
  /^(?:package(?:-lock)?|composer|tsconfig.*|jsconfig|manifest|deno|angular|lerna|nx|turbo|vercel)\.json$|^(?:pnpm-lock|pnpm-workspace|mkdocs|action|\.gitlab-ci|\.pre-commit-config|(?:docker-)?compose.*)\.ya?ml$|^(?:setup|tox|mypy|\.?pylintrc|alembic)\.(?:cfg|ini)$/;

const BOM = "\uFEFF";

/** What in a text has the shape of a canary's token. */
function tokensIn(text: string): readonly string[] {
  const tokens: string[] = [];
  for (let at = text.indexOf(CANARY_PREFIX); at >= 0; at = text.indexOf(CANARY_PREFIX, at + 1)) {
    const token = text.slice(at, at + CANARY_TOKEN_CHARS);
    if (isCanaryToken(token)) tokens.push(token);
  }
  return tokens;
}

/**
 * Writes a token into a text as one more plausible entry, in the format that the file's name tells: `.env`, JSON, YAML
 * or INI. Everything else stays as it is: order, newlines, the byte order mark, whether the last line ends. An empty
 * text becomes a file of that format. Refuses whatever it might break, and a file that has a canary already, be it one
 * of those `inForce` or not; all are taken for such where these are not known.
 */
export function plantToken(
  fileName: string,
  text: string,
  token: string,
  inForce?: ReadonlySet<string>,
): Planted {
  const name = fileName.toLowerCase();
  const plant = FORMATS.find(([shape]) => shape.test(name))?.[1];
  if (plant === undefined) return refuse("unknown_format");
  const held = tokensIn(text);
  if (held.some((one) => inForce?.has(one) ?? true)) return refuse("already_planted");
  if (held.length > 0) return refuse("not_in_force");
  const bom = text.startsWith(BOM) ? BOM : "";
  const body = text.slice(bom.length);
  // A lone CR ended lines once; today one stands in a file by accident, and nobody agrees on what it means.
  if (STRICT_FILES.test(name) || /\r(?!\n)|\0/.test(body)) return refuse("would_break");
  const planted = plant(body, token);
  return planted.ok ? { ok: true, text: bom + planted.text } : planted;
}
