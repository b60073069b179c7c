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
will window with within without word words wrong write www yes you your`.split(/\s+/),
);

/** Words in one case or capitalised, joined all in one way. */
const ROW =
  /^(?:[a-z]{3,10}|[A-Z][a-z]{2,9})(?:([-_. ])(?:[a-z]{3,10}|[A-Z][a-z]{2,9}))(?:\1(?:[a-z]{3,10}|[A-Z][a-z]{2,9})){2,6}$/;

/**
 * Is a value four to eight words that say nothing together, as passphrases are made of (NIST SP 800-63B-4, 3.1.1; EFF's lists
 * for dice)? Names of things in programs and sentences hold words that tell.
 */
export function isPassphrase(value: string): boolean {
  if (!ROW.test(value)) return false;
  const words = value.toLowerCase().split(/[-_. ]/);
  return new Set(words).size >= 3 && !words.some((word) => OF_PROGRAMS.has(word));
}
