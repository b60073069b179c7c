import { describe, expect, test } from "vitest";
import { indexContributors } from "./contributors.ts";

describe("an address is a contributor's", () => {
  const isListed = (text: string): boolean => indexContributors(text)(text.indexOf("kim@"));

  test.each([
    ["a list of authors", "# Authors\n\nAnna Berg <anna@example.com>\nKim Lee <kim@example.com>\n"],
    ["who is thanked", "ACKNOWLEDGMENTS\n\nKim Lee <kim@example.com>\n"],
    ["a trailer", "fix: typo\n\nSigned-off-by: Kim Lee <kim@example.com>\n"],
    ["a notice", "// Copyright (c) 2020 Kim Lee <kim@example.com>\n"],
    ["a commit", "commit 1\nAuthor: Kim Lee <kim@example.com>\n"],
    ["an owner", "# CODEOWNERS\n*.ts anna@example.com\n/docs/ kim@example.com\n"],
    [
      "a list below a remark",
      "# Authors\n\n#### Ordered by first contribution.\n\n- Kim Lee ([kim@example.com](mailto:kim@example.com))\n",
    ],
    [
      "a list without its first heading",
      "#### Ordered by first contribution.\n\n- Anna Berg (anna@example.com)\n- Kim Lee (kim@example.com)\n",
    ],
    [
      "a package's manifest",
      '  "contributors": [\n    {\n      "name": "Kim Lee",\n      "email": "kim@example.com"\n    }\n',
    ],
    ["an author of a component", '      "author": "Kim Lee <kim@example.com>",\n'],
    ["developers in JSON", '{"developers":[{"id":"a"},{"id":"k","email":"kim@example.com"}]}'],
    [
      "a translator",
      "# Translators:\n# Kim, 2014\n# Kim Lee <kim@example.com>, 2001 - 2014.\n# Anna, 2015\n",
    ],
    [
      "a locked package's author",
      '            "authors": [\n                {\n                    "name": "Kim Lee",\n                    "email": "kim@example.com",\n                    "role": "Developer"\n',
    ],
    [
      "a table of maintainers",
      "# Maintainers\n\n| Name | GitHub | Email |\n| --- | --- | --- |\n| Kim Lee | @kim | kim@example.com |\n",
    ],
    [
      "who reported a change",
      "2001-02-03  Anna Berg  <anna@example.com>\n\n\t* codes: Update.  Reported by Kim Lee\n\t(kim@example.com).\n\n2001-02-02  Anna Berg  <anna@example.com>\n\n\t* codes: New.\n",
    ],
    [
      "a manual's translators",
      "La traduction de cette page de manuel a été créée par\nAnna,\nJo <jo AT example DOT com>,\nKim Lee <kim@example.com>,\n",
    ],
    [
      "a list below an underlined heading",
      "Credits\n-------\n\nThe work was begun by Philip\nAnna Berg (anna@example.com)\nKim Lee (kim@example.com)\n",
    ],
    [
      "a list of which somebody has a page alone",
      "    Anna Berg <anna@example.com>\n    Kim Lee <kim@example.com>\n    Jo Maier\n    Max <https://example.com/max>\n",
    ],
    [
      "somebody without a name in a list",
      `# Authors\n${"Jo Maier <jo@example.com>\n".repeat(3)}kim@example.com\n`,
    ],
    ["the metadata of a package", "Author-email: Jo <jo@example.com>, Kim Lee <kim@example.com>\n"],
    ["a GNU changelog", "2014-10-21  Kim Lee  <kim@example.com>\n\n\tFix typos\n"],
    ["one made from commits", "2014-10-21  Kim Lee  kim@example.com\n\n\tFix typos\n"],
    ["a Debian changelog", " -- Kim Lee <kim@example.com>  Mon, 01 Jan 2024 10:00:00 +0000\n"],
  ])("%s", (_, text) => {
    expect(isListed(text)).toBe(true);
  });

  test.each([
    [
      "customers far below a notice",
      "Copyright 2024 Acme\n\nOur customers:\nKim Lee <kim@example.com>\n",
    ],
    [
      "customers below the word authors",
      "The authors of this export\nname,mail\nKim,kim@example.com\n",
    ],
    ["plain addresses below a heading", "# Authors\n\nanna@example.com\nkim@example.com\n"],
    ["recipients on one line", "Authors:\nAnna <anna@example.com>, Kim <kim@example.com>\n"],
    [
      "customers behind the authors",
      '{\n  "authors": [\n    { "name": "A" }\n  ],\n  "customers": [\n    {\n      "email": "kim@example.com"\n',
    ],
    ["users behind developers in JSON", '{"developers":[{"id":"a"}],"users":["kim@example.com"]}'],
    [
      "a table of customers below maintainers",
      "# Maintainers\n\n| Name | Plan | Email |\n| --- | --- | --- |\n| Kim Lee | gold | kim@example.com |\n",
    ],
    ["a comment's address", "# Kim Lee <kim@example.com>, paid\n"],
    ["who came on a day", "2014-10-21  Kim Lee  kim@example.com\n2014-10-22  Jo  jo@example.com\n"],
    [
      "customers far above somebody's page",
      "Anna Berg <anna@example.com>\nKim Lee <kim@example.com>\n\nand others: see below\nMax <https://example.com/max>\n",
    ],
    [
      "customers indented behind one day",
      "2014-10-21  Anna Berg  <anna@example.com>\n\n\t* customers:\n\tKim Lee (kim@example.com)\n",
    ],
    ["people without a heading", "Anna Berg <anna@example.com>\nKim Lee <kim@example.com>\n"],
  ])("not %s", (_, text) => {
    expect(isListed(text)).toBe(false);
  });
});
