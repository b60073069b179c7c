import { fillTemplate, seededRandom } from "@weir/engine";

type Random = ReturnType<typeof seededRandom>;

const WORDS = (
  "the a of and in to for with on at by from as has had will would can could may one two three many few " +
  "house river garden market bridge winter summer morning evening window letter table street village mountain forest " +
  "train station harbour ship captain teacher doctor farmer baker painter writer reader child mother father sister " +
  "password secret key token account number card address phone name birth security access login user system server " +
  "network report meeting budget project plan question answer reason result problem solution example history future " +
  "walks runs reads writes opens closes finds loses keeps gives takes makes builds breaks carries follows leads holds " +
  "old new small large quiet loud bright dark early late simple strange green blue red white warm cold empty full"
).split(" ");

const pick = <T>(random: Random, items: readonly T[], fallback: T): T =>
  items[Math.floor(random() * items.length)] ?? fallback;

const sentence = (random: Random): string => {
  const words = Array.from({ length: 5 + Math.floor(random() * 14) }, () =>
    pick(random, WORDS, "the"),
  );
  const text = words.join(random() < 0.1 ? ", " : " ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
};

const paragraph = (random: Random): string =>
  `${Array.from({ length: 3 + Math.floor(random() * 5) }, () => sentence(random)).join(" ")}\n\n`;

/** Lines of each kind; one is drawn and filled again and again. Long digit runs begin as no payment card does. */
const LINES = {
  hashes: [
    "{hex:40} refs/heads/{lower:8}\n",
    "{hex:64}  dist/{lower:7}-{digits:1}.{digits:2}.tar.gz\n",
    "{hex:32} *{lower:9}.bin\n",
    "index {hex:7}..{hex:7} 100644\n",
    "commit {hex:40}\n",
    "sha256:{hex:64}\n",
    "{hex:128}  {lower:10}.iso\n",
  ],
  uuids: [
    "{uuid}\n",
    '"id": "{uuid}", "parent": "{uuid}",\n',
    "request {uuid} finished after {digits:3} ms\n",
    "{HEX:8}-{HEX:4}-{HEX:4}-{HEX:4}-{HEX:12}\n",
  ],
  "package-lock": [
    '    "node_modules/{lower:9}": {\n      "version": "{digits:1}.{digits:2}.{digits:1}",\n      "resolved": "https://registry.example/{lower:9}/-/{lower:9}-{digits:1}.{digits:2}.{digits:1}.tgz",\n      "integrity": "sha512-{base64:85}{one:A|Q|g|w}==",\n      "license": "MIT"\n    },\n',
    '    "node_modules/@{lower:5}/{lower:7}": {\n      "version": "{digits:1}.{digits:1}.{digits:2}",\n      "integrity": "sha512-{base64:85}{one:A|Q|g|w}==",\n      "dev": true\n    },\n',
  ],
  "go.sum": [
    "github.com/{lower:7}/{lower:9} v{digits:1}.{digits:2}.{digits:1} h1:{base64:42}{one:A|E|I|M|Q|U|Y|c|g|k|o|s|w|0|4|8}=\n",
    "golang.org/x/{lower:5} v0.{digits:2}.0/go.mod h1:{base64:42}{one:A|E|I|M|Q|U|Y|c|g|k|o|s|w|0|4|8}=\n",
    "github.com/{lower:6}/{lower:6} v0.0.0-20240{digits:3}123{digits:3}-{hex:12}/go.mod h1:{base64:42}{one:A|E|I|M|Q|U|Y|c|g|k|o|s|w|0|4|8}=\n",
  ],
  minified: [
    'function {lower:2}({lower:1},{lower:1}){var {lower:1}={lower:1}.{lower:6}||{};return {lower:1}({lower:3}.{lower:7}("{lower:8}"),{digits:3})}',
    'e.{lower:3}=function({lower:1}){if(!{lower:1}.{lower:5})throw new Error("{lower:9} {lower:4}");this.{lower:6}={lower:1}.token,this.password={lower:1}.{lower:4}},',
    "!0===t.{lower:5}&&(n={lower:2}(t,{digits:2}),i=n[{digits:1}]<<{digits:1}^{digits:5}),",
    '{digits:4}:(e,t,n)=>{"use strict";n.d(t,{{alpha:2}:()=>{alpha:1}});var r=n({digits:4}),{lower:1}=n({digits:4})},',
    'case"{lower:5}":return {lower:2}.{lower:8}({lower:1},"key",{secret:{lower:1}.{lower:6}});',
  ],
  "base64-image": [
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA{base64:12000}\n\n",
    "data:image/jpeg;base64,/9j/4AAQSkZJRgABAQAAAQABAAD{base64:24000}\n\n",
    "src:url(data:font/woff2;base64,d09GMgABAAAAA{base64:9000})\n",
    "{base64:76}\n{base64:76}\n{base64:76}\n{base64:76}\n{base64:76}\n{base64:76}\n",
  ],
  "hex-dump": [
    "{hex:8}  {hex:2} {hex:2} {hex:2} {hex:2} {hex:2} {hex:2} {hex:2} {hex:2}  {hex:2} {hex:2} {hex:2} {hex:2} {hex:2} {hex:2} {hex:2} {hex:2}  |................|\n",
    "0x{hex:4}:  {hex:4} {hex:4} {hex:4} {hex:4} {hex:4} {hex:4} {hex:4} {hex:4}  ................\n",
  ],
  csv: [
    "{digits:4},0.{digits:6},-{digits:2}.{digits:4},{digits:3}\n",
    "2026-01-{one:03|11|19|27}T{one:00|07|13|21}:{one:05|20|45}:00Z,{digits:2}.{digits:3},{digits:5},{digits:1}\n",
    "{digits:2}.{digits:6},{digits:2}.{digits:6},{digits:3}.{digits:1}\n",
  ],
  log: [
    "2026-02-{one:02|14|25}T{one:03|09|18}:{one:07|31|54}:{one:04|22|48}.{digits:3}Z INFO  [{lower:6}-{digits:2}] request done trace_id={hex:32} span_id={hex:16} status=200 bytes={digits:5}\n",
    '10.{one:4|12|77}.{one:0|8|31}.{one:7|19|204} - - [02/Mar/2026:10:{one:11|28|52}:{one:09|33|47} +0100] "GET /static/{lower:5}.{hex:8}.js HTTP/1.1" 200 {digits:5} "-" "Mozilla/5.0"\n',
    "Mar  {one:1|4|9} {one:01|12|23}:{one:10|44}:{one:02|39} web{digits:2} {lower:5}[{digits:5}]: session {uuid} opened by uid={digits:4}\n",
    '{"level":"warn","ts":1767{digits:6},"msg":"token refresh failed","request_id":"{uuid}","attempt":{digits:1}}\n',
    "\tat com.{lower:6}.{lower:5}.{upper:1}{lower:9}.{lower:7}({upper:1}{lower:9}.java:{digits:3})\n",
  ],
  css: [
    ".{lower:4}-{lower:6}{color:#{hex:6};padding:{digits:1}px {digits:2}px;margin:0 auto}\n",
    "#{lower:7} .css-{lower_digits:7}{background:rgba({digits:2},{digits:2},{digits:2},.{digits:1});border-radius:{digits:1}px}\n",
    "@media(min-width:{digits:3}px){.{lower:5}{display:flex;width:{digits:2}%}}\n",
    "--{lower:6}-{lower:4}: #{hex:8};\n",
  ],
  numbers: [
    "Order 302-{digits:7}-{digits:7}, invoice RE-{digits:8}, customer {digits:6}\n",
    "Part {digits:1} {digits:3} {digits:3} {digits:2}, batch L{digits:7}, drawer {digits:2}/{digits:3}\n",
    "id=1{digits:17} ref=9{digits:11} seq={digits:7}\n",
    "Ticket #{digits:6} belongs to case {digits:4}-{digits:4}, box {digits:3}\n",
    "17{digits:8} 17{digits:11} 2026{digits:4}\n",
    "v{digits:1}.{digits:2}.{digits:3}.{digits:4} build {digits:8}\n",
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** What the benign text is made to look like. */
export type NoiseKind = keyof typeof LINES | "prose";

/** Every kind of noise. */
export const NOISE_KINDS: readonly NoiseKind[] = [
  "hashes",
  "uuids",
  "package-lock",
  "go.sum",
  "minified",
  "base64-image",
  "hex-dump",
  "csv",
  "log",
  "css",
  "numbers",
  "prose",
];

/** So many characters of made-up text that holds no secret and no personal data; the same seed gives the same text. */
export function noise(kind: NoiseKind, seed: number, chars: number): string {
  const random = seededRandom(`noise:${kind}:${seed}`);
  const next = (): string =>
    kind === "prose"
      ? paragraph(random)
      : fillTemplate(pick<string>(random, LINES[kind], "\n"), random);
  const pieces: string[] = [];
  for (let made = 0; made < chars;) {
    const piece = next();
    pieces.push(piece);
    made += piece.length;
  }
  return pieces.join("").slice(0, chars);
}
