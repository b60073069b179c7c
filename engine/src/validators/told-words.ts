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
hier eintragen einsetzen ersetzen passwort kennwort contrasena senha wachtwoord haslo heslo parola lozinka losenord passord sifre
votre dein deine ihr tu su vuestra mettre inserire inserir reemplazar remplacer vervang aendern sostituire
will window with within without word words wrong write www yes you your com corp edu gov lan net org`.split(
    /\s+/,
  ),
);

/** Words of which the names of services, machines, places and releases are made. */
export const NAME_WORDS = new Set(
  (
    "account admin alpha api app application auth backend backup batch beta branch bucket build cache canary central client cloud cluster " +
    "code config container cron data database default demo deploy dev east event events example export feature file frontend function gateway " +
    "group host image import infra instance internal job key lambda latest live local log logs main master message metrics mirror model name " +
    "network node north notification notifications order orders org pass password payment payments pipeline plan pool preview prod production " +
    "button card channel component css dialog field form icon input item label layout list page panel tab table text view widget " +
    "project proxy public queue redis region release replica report repo role runner sample sandbox search secret server service session shared " +
    "site south ssh stage staging stats storage store stream subnet system task tcp team temp test testing token topic udp user users version vol volume " +
    "web webhook west worker workers www your zone"
  ).split(" "),
);

/** Words of which the names of packages, styles and platforms are made, beside those of programs. */
const PACKAGE_WORDS = new Set(
  (
    "accent action adapter addon aes agent aria attr android angular arm aws bar baz binding black blue bold border bot bridge broker chart cert certs cipher " +
    "cli color colour common compiler connector controller core creds crypto css cuda dark debian django dns doc docs driver editor " +
    "elastic engine ext extension fedora foo font framework gap generator gpu gray green grey guide handler height helm html identical ingress " +
    "ios java jdk js kafka kernel kube large ldap lib library linux loader mac macos mail medium middleware mobile mongo native nginx " +
    "nightly nvidia oidc operator package padding parser patch pdf pkg platform plugin preset primary private processor provider py python " +
    "radius rail react reader red releases repository resource route router rule rules runtime sdk secondary shell size small snapshot snapshots spacing spring sql sqlite startup " +
    "sso step svc theme thread tls tool toolkit tools tree ubuntu unit validator vault video viewer vite vpn vue wasm watcher weekly " +
    "white width wildcard win windows xml yaml"
  ).split(" "),
);

/** The words of a value, in small letters; empty where a sign stands at an edge. */
export const wordsOf = (value: string): readonly string[] => value.toLowerCase().split(/[^a-z]+/);

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

/** Is there such a word in letters run together? */
export const tells = (letters: string): boolean => TELLING.test(letters.replaceAll(UNTELLING, "_"));

/** Is none of some words one that programs and names of things are made of? */
export const areUntold = (words: readonly string[]): boolean =>
  !words.some((word) => [NAME_WORDS, OF_PROGRAMS, PACKAGE_WORDS].some((known) => known.has(word)));

/** Is nothing named by words that a sign joins, nor by one of them that is several run together? */
export const areJoinedUntold = (value: string): boolean =>
  !wordsOf(value).some((word) => TELLING_ALONE.has(word) || (word.length > 7 && tells(word)));
