import { describe, expect, test } from "vitest";
import { scan } from "../src/index.ts";
import { policy, ruleset } from "./bulk-ruleset.ts";

// What is public of an organisation is nobody's personal data.

const isBlocked = (text: string): boolean => scan(ruleset, policy, text).blocked;

/** A row for each name, with a number of its own. */
const rows = (names: readonly string[], row: (name: string, number: string) => string): string =>
  names.map((name, at) => row(name, `+4930555${at}1${at}7`)).join("\n");

const FIRMS = [
  "Alpen Foods Ltd",
  "Adria S.r.l.",
  "Vistula Sp. z o.o.",
  "Kiel Werft GmbH & Co. KG",
  "Nordlicht AB",
];
const OFFICES = [
  "Finanzamt Ulm",
  "Filiale 771",
  "Pharmacie du Parc",
  "Leeds Branch",
  "St Mary's Primary School",
];
const LIBRARIES = ["Jihlava", "Zlín", "Liberec", "Brno", "Praha 1"].map(
  (town) => `Knihovna ${town}`,
);
const INNS = ["Le Petit Zinc", "Grand Plaza", "Rusty Spoon", "Blue Plate", "Golden Wok"];
const PERSONS = ["Anna Berg", "Kim Lee", "Jo Maier", "Max Quinn", "Eva Burbank"];

describe("a list of organisations", () => {
  test.each([
    ["of firms, by signs", rows(FIRMS, (name, number) => `${name};Ulm;${number}`)],
    [
      "of firms, in a table",
      rows(FIRMS, (name, number) => `| ${name} | ${number} | info@a.example |`),
    ],
    ["of offices, in lines", rows(OFFICES, (name, number) => `${name}: ${number}`)],
    ["of offices, in records", rows(OFFICES, (name, number) => `${name}\nTel. ${number}\n`)],
    [
      "of firms, in JSON",
      rows(FIRMS, (name, number) => `  {\n    "name": "${name}",\n    "phone": "${number}"\n  },`),
    ],
    [
      "that share what they are called",
      rows(LIBRARIES, (name, number) => `${name}, Husova 7, tel. ${number}`),
    ],
    [
      "whose mailbox is called as they are",
      rows(
        ["Radio West", "Radio Stad", "Grand Plaza", "Casa Azul"],
        (name, number) => `${name},${number},info@${name.toLowerCase().replace(" ", "-")}.example`,
      ),
    ],
    [
      "below a heading",
      `Exhibitor,Stand,Phone\n${rows(PERSONS, (name, number) => `${name},B1,${number}`)}`,
    ],
    [
      "of devices, below a heading",
      `Gerät;Standort;Rufnummer\n${rows(["Router-1", "Tracker-2", "Melder-3"], (name, number) => `${name};Langstr. 9;${number}`)}`,
    ],
    [
      "of servers, by a key",
      rows(
        ["web1", "db2", "mx3"],
        (name, number) => `  - host: ${name}.example\n    rack: A1\n    phone: "${number}"\n`,
      ),
    ],
    [
      "below a title",
      `Our shops:\n${rows(["Ulm", "Köln", "Bonn"], (town, number) => `- ${town}, Langstr. 17, tel. ${number}`)}`,
    ],
    [
      "named by their keys",
      rows(PERSONS, (name, number) => `{"org": "${name}",\n "phone": "${number}"}`),
    ],
    ["called what nobody is", rows(INNS, (name, number) => `${name} | 4.5 | ${number}`)],
    [
      "called what nobody is, by a key",
      rows(
        ["Aufzug 1", "Aufzug 2", "Kasse 9", "Larm 4", "Terminus Nord"],
        (name, number) => `{"name": "${name}", "phone": "${number}"}`,
      ),
    ],
    [
      "called what nobody is, as a key",
      rows(INNS, (name, number) => `- ${name}: Husova 9, ${number}`),
    ],
    [
      "called what nobody is, by somebody in a chat",
      rows(INNS, (name, number) => `Anna: ${name}, ${number}`),
    ],
    [
      "named for saints",
      rows(
        ["San Marco", "St. Anna", "Santa Maria", "Sankt Georg", "Heilig Kreuz"],
        (name, number) => `${name}; Husova 7; ${number}`,
      ),
    ],
    [
      "whose mailboxes' host is called as they are",
      rows(
        ["Anna Nautika", "Marco Lavanda", "Peter Pan", "Julia Mode Ulm", "Martin Bau"],
        (name, number) => `${name},${number},dispo@${name.toLowerCase().replace(" ", "")}.example`,
      ),
    ],
    [
      "in lines below somebody's name",
      `Booked by Anna Berg\n${rows(INNS, (name, number) => `${name}\nTel. ${number}`)}`,
    ],
    [
      "in XML",
      rows(
        INNS,
        (name, number) =>
          `  <item>\n    <name>${name}</name>\n    <phone>${number}</phone>\n  </item>`,
      ),
    ],
    [
      "in contact cards",
      rows(
        INNS,
        (name, number) =>
          `BEGIN:VCARD\nVERSION:3.0\nFN:${name}\nKIND:group\nNOTE:open\nURL:https://a.example\nREV:2024\nUID:7\nTEL:${number}\nEND:VCARD`,
      ),
    ],
    [
      "in Japanese",
      rows(["大阪支店", "本町薬局", "北病院"], (name, number) => `${name}\t${number}`),
    ],
  ])("blocks nothing: %s", (_, text) => {
    expect(isBlocked(text)).toBe(false);
  });
});

describe("a list of persons", () => {
  test.each([
    ["alone", rows(PERSONS, (name, number) => `${name};Ulm;${number}`)],
    ["with their firms", rows(PERSONS, (name, number) => `${name};Alpen Foods Ltd;${number}`)],
    [
      "with their firms, in records",
      rows(PERSONS, (name, number) => `Name: ${name}\nFirma: Kiel Werft GmbH\nTel.: ${number}\n`),
    ],
    [
      "in columns of their names",
      rows(PERSONS, (name, number) => `${name.replace(" ", ";")};Leeds Branch;${number}`),
    ],
    [
      "by their mailboxes",
      rows(
        PERSONS,
        (name, number) => `${name.toLowerCase().replace(" ", ".")}@a.example,Sales Team,${number}`,
      ),
    ],
    ["with appointments", rows(PERSONS, (name, number) => `${name};09:00-09:30;${number}`)],
    ["with ages", rows(PERSONS, (name, number) => `${name.split(" ")[0]};10-12;${number}`)],
    [
      "with an office's mailbox",
      rows(PERSONS, (name, number) => `${name};info@alpenfoods.example;${number}`),
    ],
    ["in flats", rows(PERSONS, (name, number) => `WE 0${name.length} ${name}, Leeds, ${number}`)],
    ["of a street", rows(PERSONS, (name, number) => `Mill Lane 3, ${name}, ${number}`)],
    [
      "by mailboxes where people have theirs",
      rows(PERSONS, (name, number) => `${name.slice(0, 3)}@gmail.com,Alpen Foods Ltd,${number}`),
    ],
    ["in a chat", rows(PERSONS, (name, number) => `[10:00] Sam: ${name}, ${number}`)],
    [
      "who have one given name",
      rows(
        ["Berg", "Lind", "Stein", "Roth", "Quinn"],
        (name, number) => `Maria ${name};Langstr. 7;${number}`,
      ),
    ],
    [
      "with their devices",
      `Name;Gerät;Rufnummer\n${rows(PERSONS, (name, number) => `${name.split(" ")[1]};Handy;${number}`)}`,
    ],
    [
      "below the title of their shops",
      `At our shops:\n${rows(["Anna", "Jakob", "Eva"], (name, number) => `- ${name}, Langstr. 17, tel. ${number}`)}`,
    ],
    ["as keys", rows(PERSONS, (name, number) => `${name}: Mobile ${number}`)],
    [
      "whose names are in other letters",
      rows(
        ["Νίκος Βλάχος", "Юлія Савчук", "Ελένη Μακρή", "Тарас Гриценко", "Σοφία Γεωργίου"],
        (name, number) => `${name};Ulm;${number}`,
      ),
    ],
    [
      "whose names are in other letters, with their clubs",
      rows(
        ["小林 蓮", "佐藤 恵子", "高橋 直樹", "鈴木 一郎", "田中 陽子"],
        (name, number) => `${name}\tJudo Orion\t${number}`,
      ),
    ],
    [
      "called as their mailboxes are",
      rows(
        ["Okwudili Nnamchi", "Tariro Moyo", "Buhle Ndlovu", "Sefako Molefe", "Isioma Uba"],
        (name, number) => {
          const [first = "", last = ""] = name.toLowerCase().split(" ");
          return `${name},${first.slice(0, 1)}${last}x@firm.example,${number}`;
        },
      ),
    ],
    [
      "called as their mailboxes are, by their first names",
      rows(
        ["Okwudili Nnamchi", "Tariro Moyo", "Buhle Ndlovu", "Sefako Molefe", "Isioma Uba"],
        (name, number) => `${name},${name.toLowerCase().split(" ")[0]}@firm.example,${number}`,
      ),
    ],
    [
      "among many things",
      `${rows(["Anna Berg", "Kim Lee", "Eva Burbank"], (name, number) => `${name} | ${number}`)}\n${rows([...INNS, ...INNS], (name, number) => `${name} | ${number}0`)}`,
    ],
    [
      "in Japanese",
      rows(
        ["山田 太郎", "佐藤 花子", "鈴木 一郎"],
        (name, number) => `${name}\t大阪支店\t${number}`,
      ),
    ],
    [
      "who live in streets named for houses",
      rows(
        ["12 Church Lane", "3 Station Road", "Rue de la Gare 9"],
        (name, number) => `${name}, ${number}`,
      ),
    ],
  ])("blocks: %s", (_, text) => {
    expect(isBlocked(text)).toBe(true);
  });

  test("blocks among organisations, whose numbers do not count", () => {
    const persons = rows(PERSONS, (name, number) => `${name};Ulm;${number}`);
    const firms = FIRMS.map((name, at) => `${name};Ulm;+4940777${at}2${at}9`).join("\n");
    const { findings } = scan(ruleset, policy, `${firms}\n${persons}`);
    expect(findings.map(({ finding }) => finding.value.text.slice(0, 6))).toEqual(
      PERSONS.map(() => "+49305"),
    );
  });
});

test("what is found by itself is found beside an organisation's name", () => {
  expect(isBlocked("Alpen Foods Ltd;Ulm;no-75018342")).toBe(true);
});
