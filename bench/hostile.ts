import { seededRandom } from "@weir/engine";
import type { Ruleset } from "@weir/engine";

/** `piece` repeated to about `chars` characters. */
const fill = (piece: string, chars: number): string =>
  piece.repeat(Math.ceil(chars / piece.length)).slice(0, chars);

/** Pieces drawn by chance, to about `chars` characters. */
function mix(chars: number, seed: string, draw: (random: () => number) => string): string {
  const random = seededRandom(seed);
  let text = "";
  while (text.length < chars) text += draw(random);
  return text.slice(0, chars);
}

/** Texts made to cost as much as they can: repeated openings of patterns, endless runs, and every literal at once. */
export function hostileTexts(
  ruleset: Ruleset,
  chars: number,
): readonly (readonly [string, string])[] {
  const literals = ruleset.patterns.flatMap(({ route }) =>
    route.kind === "prefix" || route.kind === "anchor" ? route.literals : [],
  );
  const literal = (random: () => number): string =>
    literals[Math.floor(random() * literals.length)] ?? "";
  const numbered = (piece: (n: number) => string): string => {
    let text = "";
    for (let n = 0; text.length < chars; n++) text += piece(n);
    return text.slice(0, chars);
  };
  const base64 = "kQ7xW2mZ9bL4tV6n";
  return [
    ["addresses in one line", numbered((n) => `u${n}@contoso${n}.net, `)],
    [
      "records of people in one line",
      numbered(
        (n) =>
          `{"name":"${["Anna", "Jonas", "Maria"][n % 3]} Berg","phone":"+49 30 ${5_551_000 + n * 7}","street":"Hauptstr. ${n}"},`,
      ),
    ],
    ["escapes far apart in one line", numbered((n) => `\\n ab${n}cd12 ${"word ".repeat(70)}`)],
    ["tokens without their ends", numbered((n) => `eyJ${n}${base64}.eyJ${base64.repeat(120)}\n`)],
    [
      "long values of base64",
      numbered((n) => `ANDROID_KEYSTORE_BASE64=MII${n}${base64.repeat(110)}\n`),
    ],
    ["the word secret", fill("secret ", chars)],
    ["openings of a JWT", fill("eyJ-", chars)],
    ["openings of a JWT by chance", mix(chars, "jwt", (random) => (random() < 0.5 ? "eyJ" : "-x"))],
    ["one letter", fill("a", chars)],
    ["one quotation mark", fill('"', chars)],
    ["digits in fours", fill("1234 ", chars)],
    ["openings of a private key", fill("-----BEGIN ", chars)],
    ["assignments without a value", fill("password= ", chars)],
    ["every literal in turn", fill(`${literals.join(" ")}\n`, chars)],
    ["every literal in turn, glued", fill(literals.join(""), chars)],
    [
      "literals by chance with assignments",
      mix(
        chars,
        "assignments",
        (random) => `${literal(random)}="${"aB3x9K".repeat(Math.floor(random() * 6))}`,
      ),
    ],
    ["Cyrillic letters", fill("\u0430", chars)],
    ["letters with zero-width spaces between", fill("a\u200b", chars)],
    ["letters with marks over them", fill("a\u0301\u0302\u0303", chars)],
    ["literals put together", fill('"a"+"b"+', chars)],
    ["a list that is joined", fill('"a","b",join ', chars)],
    ["percent signs", fill("%25", chars)],
    ["halves of characters", fill("%C3", chars)],
    ["soft line breaks", fill("=3D=\n", chars)],
    ["quotation marks within words", fill('a"b1', chars)],
    ["lines that may go on", fill("abc12345\nde6\n", chars)],
    ["ampersands", fill("&&&&", chars)],
    ["escapes of strings", fill('\\n\\"', chars)],
    ["escapes of strings with values", fill('{\\"k\\":\\"ab12cd\\n', chars)],
    ["base64 of text", fill(Buffer.from(fill("text in base64 ", 3000)).toString("base64"), chars)],
  ];
}
