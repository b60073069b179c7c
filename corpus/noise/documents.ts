/** Texts for people, beside running prose. */
export const DOCUMENTS = {
  markdown: [
    "## {Word} {word}\n\n{paragraph}\n\n- `{camel}({name})` {word} the {name}.\n- `--{kebab}` {word} {word}; the default is `{digits:3}`.\n\n",
    "```ts\nconst {name} = new {Pascal}({ token });\nawait {name}.{camel}();\n```\n\n{paragraph}\n\n",
    "| {Word} | {Word} | {Word} |\n|---|---|---|\n| {word} | {digits:2}.{digits:1} % | {word} |\n| {word} | {digits:4} | `{snake}` |\n\n",
    "See [{word} {word}](https://docs.example/{kebab}/{kebab}#{name}-{digits:2}) and issue #{digits:4}.\n\n",
  ],
  RFC: [
    "{digits:1}.{digits:1}.  {Word} {word}\n\n   The {name} MUST NOT send the password before the {name} has answered.\n   {sentence}\n\n   +-------+-------+-------+\n   | {digits:2}    | {hex:4}  | {digits:3}   |\n   +-------+-------+-------+\n\n",
    '   [RFC{digits:4}]  {person} and {person}, "{Word} {word}", RFC {digits:4},\n              DOI 10.17487/RFC{digits:4}, March 2026.\n\n',
    '   {name} = 1*( ALPHA / DIGIT / "-" / "." / "_" / "~" ) ; the token\n   {name}-{name} = "Basic" 1*SP token68\n\n',
    '   Authorization: Basic <credentials>\n   WWW-Authenticate: Bearer realm="{word}", error="invalid_token"\n\n',
    "{Pascal} & {Name}         Standards Track                   [Page {digits:2}]\n\n",
  ],
  LaTeX: [
    "\\section{{Word} {word} {word}}\\label{sec:{name}}\n{sentence} {sentence}~\\cite{{lower:6}20{one:09|17|24}{word}}\n\\begin{equation}\n  {lower:1}_{{digits:1}} = \\sum_{i=1}^{{digits:2}} \\alpha_i^{{digits:1}} + \\frac{{digits:3}}{{digits:2}}\n\\end{equation}\n\n",
    "@article{{lower:6}2024{word},\n  author = {{person} and {person}},\n  title  = {{Word} {word} {word}},\n  doi    = {10.{digits:4}/{lower:5}.{digits:4}.{digits:6}},\n  pages  = {{digits:3}--{digits:3}}\n}\n\n",
    "{word} & {digits:2}.{digits:2} & {digits:1}.{digits:3}\\,\\pm\\,0.{digits:2} & {digits:4} \\\\\n",
  ],
  manual: [
    "       --{kebab}=NUM\n              {sentence}\n\n       -p, --password-file FILE\n              Read the password from FILE instead of asking for it.\n\n",
    "{CONST}(1)                     User Commands                     {CONST}(1)\n\nNAME\n       {kebab} - {word} the {word} of a {name}\n\n",
    "$ {kebab} {name} --help\nUsage: {kebab} {name} [OPTIONS] <TOKEN> [PASSWORD]\n\nOptions:\n  -k, --key <KEY>    {sentence}\n\n",
  ],
  minutes: [
    "Meeting of 2026-03-{one:04|12|26}, {digits:2} minutes\nPresent: {person}, {person}, {person}\n\n1. {sentence} {sentence}\n2. The {word} {word} of the {word}: {first} asks for {digits:2} days.\n3. Budget: {digits:2}.{digits:3},00 EUR in {digits:1} parts, invoice {digits:6}.\n\n{paragraph}\n\n",
    "Action: {first} {word} the {name} by 2026-04-{one:02|15|29}. Room {digits:1}.{digits:3}, ticket {upper:3}-{digits:4}.\n\n",
  ],
  subtitles: [
    "WEBVTT\n\n00:{one:01|17|42}:{one:03|28|55}.{digits:3} --> 00:{one:02|18|43}:{one:06|31}.{digits:3}\n- {sentence}\n- {sentence}\n\n",
    "{paragraph}\n\n[{digits:1}:{digits:2}] {first}: {sentence}\n\n",
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;
