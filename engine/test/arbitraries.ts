import fc from "fast-check";

/** How often each property is tried. */
export const numRuns = Number(process.env["FUZZ_RUNS"] ?? 300);

/** Texts that are likely to touch the patterns, their pieces and everything that normalising knows. */
const piece = fc.oneof(
  fc.constantFrom(
    "tok_",
    "abcd1234",
    "@acme.",
    "pin",
    "123456",
    "123-45-6789",
    "secret=",
    "\u200b",
    "\u0430",
    "\uff21",
    "\u0301",
    "\ufb03",
    "\u1100\u1161",
    "\ud83d\udd11",
    "\ud800",
    "\u0000",
    " ",
    "\n",
    "\n> ",
    "\\\n",
    "=\n",
    '" + "',
    "' '",
    "%2574",
    "%C3%A9",
    "+",
    "=",
    "sample",
    "${",
    "}",
    "<",
    ">",
    "-here",
    "dG9rX2FiY2QxMjM0IG9r",
    "xxxxxxxx",
  ),
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.string({ unit: "grapheme", maxLength: 12 }),
);
export const text = fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join(""));
