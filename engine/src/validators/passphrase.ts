import { withLetters } from "./leet.ts";
import { isUnspoken } from "./unspoken.ts";

/** Words that names of programs, placeholders and sentences are made of, and passphrases seldom. */
const OF_PROGRAMS = new Set(
  `access account admin after again all alpha and answer any api app apps are array auth available aws azure backend
backup base based basic before beta bot box boolean both bucket build but button bytes cache call can cannot certificate change
changed changeme changes char check class clear client cloud code column common company config confirm connect connection
console container content context control copy create created credential credentials current custom customer data database
default delete demo deploy dev device digit digits disabled display docker does domain down dummy each email empty enable
enabled encrypted enter entered entry env environment error example existing expired external fail failed fake field fields
file files first fixture flag folder follow for forgot form format forms found frame from frontend full func function generate
generated get git global goes google grafana group guest has hash have header hello help helper hidden hint home host http https
icon image info init input insert instance internal into invalid item its job json just keep key keys kube label last layout least
length less level link list load local locked log logged login logout long lower main make manager map mask master match max
message method min minimum missing mode model module more must mysql name need never new next node none not null number
object off old one only open option optional option options other our out own owner page panel param parameter parameters
part pass passed passphrase passwd password passwords path pattern phrase place placeholder plain please policy pool port
post postgres prefix print prod production profile project prompt property protected provide provided proxy public put
pwd query random read real recovery redis register remember remove repeat replace request require required reset
response result return role root rotate rule run salt same sample save schema screen script secret secrets secure
security select send server service services session set setting settings setup shared short should show sign simple
single site some source spec special stage staging standard start state static status step still storage store stored
string strong style submit suffix super support switch system table tag task team temp temporary term test testing
tests text than that the their them then there these they this those three time timeout title toggle token too tool top
true try two type types unique unknown unset update upper url use used user username users using utils valid validate
validation value values variable vault verify version very view visible was way weak web website when where which
will window with within without word words wrong write www yes you your com corp edu gov lan net org`.split(
    /\s+/,
  ),
);

/** Four words or more and a number, joined by signs: what password managers make to be typed. */
const PASSPHRASE =
  /^(?:[a-z]{3,12}[-_.+,]){3,8}(?:[a-z]{3,12}[-_.+,]?)?\d{2,6}[!?.]?$|^(?:[A-Za-z][a-z]{3,11}[-.+]){3,8}[A-Za-z][a-z]{3,11}\d[!?]?$/;

/** Three words and a number behind the last: what a password manager makes where it is asked for a number. */
const SHORT_PASSPHRASE = /^[a-z]{3,12}-[a-z]{3,12}-[a-z]{3,12}\d{1,3}$/;

/** Words of which the names of services, machines, places and releases are made. */
const NAME_WORDS = new Set(
  (
    "account admin alpha api app application auth backend backup batch beta branch bucket build cache canary central client cloud cluster " +
    "code config container cron data database default demo deploy dev east event events example export feature file frontend function gateway " +
    "group host image import infra instance internal job key lambda latest live local log logs main master message metrics mirror model name " +
    "network node north notification notifications order orders org pass password payment payments pipeline plan pool preview prod production " +
    "button card component css dialog field form icon input item label layout list page panel tab table text view widget " +
    "project proxy public queue redis region release replica report repo role runner sample sandbox search secret server service session shared " +
    "site south ssh stage staging stats storage store stream subnet system task tcp team temp test testing token topic udp user users version vol volume " +
    "web webhook west worker workers www your zone"
  ).split(" "),
);

/** Words of which the names of packages, styles and platforms are made, beside those of programs. */
const PACKAGE_WORDS = new Set(
  (
    "accent adapter addon agent android angular arm aws bar baz binding black blue bold border bot bridge broker chart cert certs cipher " +
    "cli color colour common compiler connector controller core creds crypto css cuda dark debian django dns doc docs driver editor " +
    "elastic engine ext extension fedora foo font framework gap generator gpu gray green grey guide handler height helm html ingress " +
    "ios java jdk js kafka kernel kube large ldap lib library linux loader mac macos mail medium middleware mobile mongo native nginx " +
    "nightly nvidia oidc operator package padding parser patch pdf pkg platform plugin preset primary processor provider py python " +
    "radius rail react reader red resource route router rule rules runtime sdk secondary shell size small spacing spring sql sqlite " +
    "sso step svc theme thread tls tool toolkit tools tree ubuntu unit validator vault video viewer vite vpn vue wasm watcher weekly " +
    "white width wildcard win windows xml yaml"
  ).split(" "),
);

const wordsOf = (value: string): readonly string[] => value.toLowerCase().split(/[^a-z]+/);

/** Is the value words that nobody names a thing by, and a number behind them? */
export const isNumberedPassphrase = (value: string): boolean =>
  PASSPHRASE.test(value) && !wordsOf(value).some((word) => NAME_WORDS.has(word));

/** Is it three such words, and none that programs are made of? */
export const isShortPassphrase = (value: string): boolean =>
  SHORT_PASSPHRASE.test(value) && areUntold(wordsOf(value));

/** Words run together and a number behind them: the shorter the words, the longer the number; or words joined by a sign. */
const WORDS_AND_NUMBER =
  /^[.@_*]?(?:[a-z]{8,24}\d{2,6}|[a-z]{9,24}\d|[a-z]{5,7}\d{3,8}|[a-z]{4}\d{3,6}|[a-z]{3}(?:19[4-9]|20[0-2])\d|[a-z]{5,14}[-_.]\d{3,4}|[a-z]{3,14}[-_.][a-z]{4,14}[-_.]?\d{2,4}|[a-z]{2,14}[-_.][a-z]{2,14}[-_.][a-z]{2,14}[-_.]?\d{1,4}|[a-z]{4,12}[:;,/+=~][A-Z]\d{2,6})[!?.*#_+]?$/;

/** Numbers that stand for any. */
const ANY_NUMBER =
  /(?:^|\D)(?:0?123|1234(?:56?)?|(?:65?)?4321|0{3,6}|1{3,6}|9{3,6}|(?:19|20)\d\d(?:0\d|1[0-2]))[!?.*#]?$/;

/** Four words or more, joined all in one way, a number behind one of them. */
const NUMBER_AMONG_WORDS =
  /^(?=[^\d]*\d{1,4}[^\d]*$)(?:[A-Za-z][a-z]{2,11}\d{0,4}([-_. /]))(?:(?:[A-Za-z][a-z]{2,11}\d{0,4}|\d{2,4})\1){0,6}(?:[A-Za-z][a-z]{2,11}\d{0,4}|\d{2,4})[!?]?$/;

/** Words run together, and signs behind them. */
const WORDS_AND_SIGN = /^(?=.{9})[A-Z]?[a-z]{1,12}(?:[A-Z][a-z]{1,12}){1,4}[*_!+?%#]{1,3}$/;

/** Three capitalised words or more, run together. */
const WORDS_RUN_TOGETHER = /^(?:[A-Z][a-z]{2,11}){3,5}$/;

/** A word between two numbers, in brackets before one, and capitals around one. */
const WORD_AND_NUMBERS =
  /^\d{3,6}([-_.+])[a-z]{3,12}\1\d{3,6}$|^[[({][A-Z][a-z]{2,12}[\])}]\d{2,6}[!?]?$|^[A-Z]{4,14}\d{2,4}[A-Z]{2,6}$/;
const MONTH = /[-_.](?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/;

/** Groups of letters and digits in one case, as programs make them to be typed. */
const GROUPS = /^(?:(?:[a-z\d]{4,6}-){2,5}[a-z\d]{4,6}|(?:[A-Z\d]{4,6}-){2,5}[A-Z\d]{4,6})$/;

/** Do two of such groups or more have a digit before a letter, and are they no hexadecimal? */
const areMixedGroups = (value: string): boolean =>
  GROUPS.test(value) &&
  /[g-z]/i.test(value) &&
  value.split("-").filter((group) => /\d[a-z]/i.test(group)).length > 1;

/** What is on number plates of cars, and what manufacturers print on routers and servers. */
const PLATE_OR_LABEL =
  /^(?:[A-Z]{1,3}-[A-Z]{1,2}\d{2,4}[!?.*+]{0,2}|[A-Z]{3,6}\d{2}[A-Z]{2,3}|\d{20}|(?:\d{4}-){4}\d{4})$/;

/** Letters side by side on a keyboard or in the alphabet, and words that people put where a password is to be. */
const STAND_INS =
  /office|welcome|qwert|asdf|zxcv|abcd|efgh|xyz|foobar|letmein|hunter(?!\d{3})|swordfish|whatever|something|nothing|insert|changeit|correcthorse|kubernet|jenkins|tomcat|acme|lorem|ipsum|dolor|alice|johndoe/;

/** Of words of four letters, those that names do not hold by chance. */
const SHORT_TELLING =
  "auth byte code data demo docs fake file form hash host http icon info item java json list mail mock page pass port prod root site temp test text type user yaml";

/** Words that tell, but for the short ones that sentences are full of. */
const TELLING_WORDS = [...NAME_WORDS, ...OF_PROGRAMS, ...PACKAGE_WORDS]
  .filter((word) => word.length > 4 && word !== "label")
  .concat(SHORT_TELLING.split(" "));
const TELLING_ALONE = new Set(TELLING_WORDS);

/** They tell wherever they stand in letters run together. */
const TELLING = new RegExp(TELLING_WORDS.join("|"));

/** Words that hold one of them by chance. */
const UNTELLING =
  /hammock|ghost|templ(?!ate)|tempest|portugal|portland|porto|airport|sport|compass|passion|passat|demon|beetroot|groot|listen|formula|hostel|testament|greatest/g;

/** Is it such words, and none that names of things are made of? */
function isNumberAmongWords(value: string): boolean {
  if (!NUMBER_AMONG_WORDS.test(value)) return false;
  const words = wordsOf(value.replaceAll(/\d/g, "")).filter((word) => word !== "");
  return words.length > 2 && areUntold(words);
}

/** Digits that stand for letters within a word. */
const LEET = /(?<=[a-z])[013457](?=[a-z])/g;

/** Two words or more, joined by a sign, and a number. */
const WORDS_JOINED = /^[a-z]{4,14}([-_.+])[a-z]{4,14}(?:\1[a-z]{3,14}){0,3}[-_.+]?\d{2,4}[!?.*#]?$/;

/** Is none of some words one that programs and names of things are made of? */
const areUntold = (words: readonly string[]): boolean =>
  !words.some((word) => [NAME_WORDS, OF_PROGRAMS, PACKAGE_WORDS].some((known) => known.has(word)));

/** Is nothing named by words that a sign joins, nor by one of them that is several run together? */
const areJoinedUntold = (value: string): boolean =>
  !wordsOf(value).some(
    (word) => TELLING_ALONE.has(word) || (word.length > 7 && TELLING.test(word)),
  );

/** Is it words in a row, with signs behind them or capitals before each, and nothing named by them? */
function isRowOfWords(value: string): boolean {
  if (!WORDS_AND_SIGN.test(value) && !WORDS_RUN_TOGETHER.test(value)) return false;
  const words = (value.match(/[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase());
  return areUntold(words) && !words.some((word) => TELLING.test(word.replaceAll(UNTELLING, "_")));
}

/** Is it words that are written with digits for some of their letters, as in `k1wi-juniper-690`, and a number? */
function isLeetRow(value: string): boolean {
  const words = withLetters(value, LEET);
  return words !== value && WORDS_JOINED.test(words) && areUntold(wordsOf(words));
}

/**
 * Is it words run together and a number, as people choose where nobody asks for more, such as two names and a year? Not where
 * one of them is a word of programs. Only where nothing but a password is expected: much else is numbered.
 */
export const isWordsAndNumber = (value: string): boolean =>
  isNumberAmongWords(value) ||
  isLeetRow(value) ||
  PLATE_OR_LABEL.test(value) ||
  isRowOfWords(value) ||
  (WORD_AND_NUMBERS.test(value) && !MONTH.test(value)) ||
  areMixedGroups(value) ||
  (isUnspoken(value) && !STAND_INS.test(value) && !TELLING.test(value)) ||
  (WORDS_AND_NUMBER.test(value) &&
    !ANY_NUMBER.test(value) &&
    !STAND_INS.test(value) &&
    (/[-_.][a-z]/.test(value)
      ? areJoinedUntold(value)
      : !TELLING.test(value.replaceAll(UNTELLING, "_"))));

/** Words in one case or capitalised, joined all in one way. */
const ROW =
  /^(?:[a-z]{3,12}|[A-Z][a-z]{2,11})(?:([-_. ])(?:[a-z]{3,12}|[A-Z][a-z]{2,11}))(?:\1(?:[a-z]{3,12}|[A-Z][a-z]{2,11})){1,6}$/;

/**
 * Is a value three to eight words that say nothing together, as passphrases are made of (NIST SP 800-63B-4, 3.1.1; EFF's lists
 * for dice)? Names of things in programs and sentences hold words that tell; of three words, names are made more often.
 */
export function isPassphrase(value: string): boolean {
  const row = value.replace(/[!?*]{1,2}$/, "");
  if (!ROW.test(row)) return false;
  const words = row.toLowerCase().split(/[-_. ]/);
  if (new Set(words).size < 3 || words.some((word) => OF_PROGRAMS.has(word))) return false;
  return words.length > 3 || (words.every((word) => word.length > 3) && areUntold(words));
}
