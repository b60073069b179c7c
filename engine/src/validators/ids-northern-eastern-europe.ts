import { base36At, digitAt, isDate, isDayFirst, isYearFirst, numberAt } from "./digits.ts";
import { passesLuhn, passesMod11And10, remainder, weightedSum } from "./digits.ts";
import { identifier } from "./rule.ts";
import type { Check } from "./rule.ts";

/** Whether YYMMDD stands at the beginning, the month raised by one of the given numbers. */
const isRaisedDate = (id: string, raises: readonly number[]): boolean =>
  raises.some((raise) =>
    isDate(numberAt(id, 0, 2), numberAt(id, 2, 4) - raise, numberAt(id, 4, 6)),
  );

const CENTURIES = [0, 20, 40, 60, 80];

const passesPesel = (id: string): boolean =>
  (10 - (weightedSum(id, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3]) % 10)) % 10 === digitAt(id, 10) &&
  isRaisedDate(id, CENTURIES);

const passesDowod = (id: string): boolean => {
  let sum = 0;
  for (const [i, weight] of [7, 3, 1, 9, 7, 3, 1, 7, 3].entries()) sum += weight * base36At(id, i);
  return sum % 10 === 0;
};

const passesRodneCislo = (id: string): boolean => {
  const isEarly = numberAt(id, 0, 2) >= 54 && numberAt(id, 0, 2) <= 85;
  const old = isEarly && remainder(id.slice(0, 9), 11) === 10 && id.endsWith("0");
  return (remainder(id, 11) === 0 || old) && isRaisedDate(id, [0, 20, 50, 70]);
};

const passesCnp = (id: string): boolean => {
  const sum = weightedSum(id, [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11;
  return (sum === 10 ? 1 : sum) === digitAt(id, 12) && isYearFirst(id, 1);
};

const passesEgn = (id: string): boolean =>
  (weightedSum(id, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10 === digitAt(id, 9) &&
  isRaisedDate(id, [0, 20, 40]);

const passesEmso = (id: string): boolean => {
  const sum = weightedSum(id, [7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]);
  const isDay = isDate(1000 + numberAt(id, 4, 7), numberAt(id, 2, 4), numberAt(id, 0, 2));
  return (11 - (sum % 11)) % 11 === digitAt(id, 12) && isDay && /^[09]$/.test(id.charAt(4));
};

/** Estonia's and Lithuania's check digit: a second row of weights where the first gives ten. */
const twiceWeighted = (id: string, first: readonly number[], second: readonly number[]): number => {
  const sum = weightedSum(id, first) % 11;
  return sum < 10 ? sum : weightedSum(id, second) % 11;
};

const passesIsikukood = (id: string): boolean => {
  const first = [1, 2, 3, 4, 5, 6, 7, 8, 9, 1];
  const check = twiceWeighted(id, first, [3, 4, 5, 6, 7, 8, 9, 1, 2, 3]) % 10;
  return check === digitAt(id, 10) && isYearFirst(id, 1);
};

const passesPersonasKods = (id: string): boolean =>
  ((1 + weightedSum(id, [10, 5, 8, 4, 2, 1, 6, 3, 7, 9])) % 11) % 10 === digitAt(id, 10) &&
  (isDayFirst(id) || id.startsWith("32"));

const HETU = "0123456789ABCDEFHJKLMNPRSTUVWXY";

const passesHetu = (id: string): boolean => {
  const digits = id.slice(0, 6) + id.slice(-4, -1);
  const isArtificial = id.slice(-4, -3) === "9"; // numbers from 900 on, set aside for tests (DVV)
  return !isArtificial && isDayFirst(id) && HETU.charAt(Number(digits) % 31) === id.slice(-1);
};

const passesFodselsnummer = (id: string): boolean => {
  const first = 11 - (weightedSum(id, [3, 7, 6, 1, 8, 9, 4, 5, 2]) % 11);
  const second = 11 - (weightedSum(id, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11);
  // Test persons have 80 added to the month (Tenor) or 40 (NAV), as has a number that a hospital lends for its own use.
  const [day, month] = [numberAt(id, 0, 2) % 40, numberAt(id, 2, 4)];
  const isChecked = first % 11 === digitAt(id, 9) && second % 11 === digitAt(id, 10);
  return isChecked && isDate(numberAt(id, 4, 6), month, day);
};

const passesPersonnummer = (id: string): boolean => {
  const short = id.slice(-10);
  const isTest = /^98|^99|^23[89]/.test(short.slice(6)); // set aside for tests (Skatteverket)
  return (
    !isTest &&
    passesLuhn(short) &&
    isDate(numberAt(short, 0, 2), numberAt(short, 2, 4), numberAt(short, 4, 6) % 60)
  );
};

const passesInn = (id: string): boolean => {
  const tenth = [7, 2, 4, 10, 3, 5, 9, 4, 6, 8];
  return (
    (weightedSum(id, tenth) % 11) % 10 === digitAt(id, 10) &&
    (weightedSum(id, [3, ...tenth]) % 11) % 10 === digitAt(id, 11)
  );
};

/** Checks of identifiers of northern and eastern Europe, by the names that rule files use. */
export const NORTHERN_EASTERN_EUROPE = {
  /** PESEL (Poland; Act on population registration of 2010). */
  pl_pesel: identifier(/^\d{11}$/, passesPesel),
  /** NIP, the Polish tax number (modulo 11). */
  pl_nip: identifier(
    /^[1-9]\d{9}$/,
    (id) => weightedSum(id, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === digitAt(id, 9),
  ),
  /** Number of the Polish identity card: three letters and six digits, weights 7 3 1 (ICAO Doc 9303). */
  pl_dowod: identifier(/^[A-Z]{3}\d{6}$/, passesDowod),
  /** Rodne cislo of Czechia and Slovakia with ten digits (Act 133/2000; divisible by eleven). */
  cz_rc: identifier(/^\d{10}$/, passesRodneCislo),
  /** Adoazonosito jel (Hungary, Act XX of 1996; the places as weights, modulo 11). */
  hu_tax_id: identifier(
    /^8\d{9}$/,
    (id) => weightedSum(id, [1, 2, 3, 4, 5, 6, 7, 8, 9]) % 11 === digitAt(id, 9),
  ),
  /** Szemelyi azonosito (Hungary, Act XX of 1996; modulo 11, the places as weights, from the right for those born since 1997). */
  hu_szem: identifier(/^[1-8]\d{10}$/, (id) => {
    const places = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
    const weights = /^[3478]/.test(id) ? places.toReversed() : places;
    return weightedSum(id, weights) % 11 === digitAt(id, 10);
  }),
  /** Davcna stevilka (Slovenia, FURS; weights 8 to 2, modulo 11). */
  si_ddv: identifier(/^[1-9]\d{7}$/, (id) => {
    const check = 11 - (weightedSum(id, [8, 7, 6, 5, 4, 3, 2]) % 11);
    return check % 10 === digitAt(id, 7) && check < 11;
  }),
  /** TAJ number of the Hungarian health insurance (Act XX of 1996; weights 3 and 7). */
  hu_taj: identifier(
    /^\d{9}$/,
    (id) => weightedSum(id, [3, 7, 3, 7, 3, 7, 3, 7]) % 10 === digitAt(id, 8),
  ),
  /** Cod numeric personal (Romania). */
  ro_cnp: identifier(/^[1-9]\d{12}$/, passesCnp),
  /** EGN (Bulgaria; GRAO). */
  bg_egn: identifier(/^\d{10}$/, passesEgn),
  /** OIB (Croatia; ISO 7064 MOD 11,10). */
  hr_oib: identifier(/^\d{11}$/, passesMod11And10),
  /** EMSO and JMBG (Slovenia and the other successors of Yugoslavia; modulo 11). */
  si_emso: identifier(/^\d{13}$/, passesEmso),
  /** Isikukood and asmens kodas (Estonia, EVS 585; Lithuania). */
  ee_isikukood: identifier(/^[1-8]\d{10}$/, passesIsikukood),
  /** Personas kods (Latvia). */
  lv_pk: identifier(/^\d{11}$/, passesPersonasKods),
  /** Henkilotunnus (Finland, Decree 128/2010 and the signs added in 2023; modulo 31). */
  fi_hetu: identifier(/^\d{6}[A-FU-Y]?\d{3}[0-9A-FHJ-NPR-Y]$/, passesHetu),
  /** CPR number (Denmark): the birth date only, since the modulo 11 check ended in 2007. */
  dk_cpr: identifier(/^\d{10}$/, (id) => isDayFirst(id) && !/0{4}$/.test(id)),
  /** Fodselsnummer and D numbers (Norway; two check digits modulo 11). */
  no_fnr: identifier(/^\d{11}$/, passesFodselsnummer),
  /** Personnummer and samordningsnummer (Sweden, SKV 704; Luhn). */
  se_pnr: identifier(/^(?:19|20)?\d{10}$/, passesPersonnummer),
  /** Kennitala of persons (Iceland; modulo 11 and the century's digit). */
  is_kt: identifier(/^\d{9}[089]$/, (id) => {
    const check = (11 - (weightedSum(id, [3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
    return check === digitAt(id, 8) && isDayFirst(id);
  }),
  /** IDNP (Moldova, ASP; weights 7, 3 and 1); companies' numbers begin with 1. */
  md_idnp: identifier(
    /^[02]\d{12}$/,
    (id) => weightedSum(id, [7, 3, 1, 7, 3, 1, 7, 3, 1, 7, 3, 1]) % 10 === digitAt(id, 12),
  ),
  /** INN of natural persons (Russia; two check digits). */
  ru_inn: identifier(/^\d{12}$/, passesInn),
  /** SNILS (Russia; modulo 101). */
  ru_snils: identifier(/^\d{11}$/, (id) => {
    const sum = weightedSum(id, [9, 8, 7, 6, 5, 4, 3, 2, 1]) % 101;
    return (sum === 100 ? 0 : sum) === numberAt(id, 9, 11);
  }),
  /** RNOKPP, the Ukrainian taxpayer number. */
  ua_rnokpp: identifier(/^\d{10}$/, (id) => {
    const sum = weightedSum(id, [-1, 5, 7, 9, 4, 6, 10, 5, 7]) % 11;
    return ((sum + 11) % 11) % 10 === digitAt(id, 9);
  }),
  /** IIN (Kazakhstan; birth date, second row of weights where the first gives ten). */
  kz_iin: identifier(/^\d{6}[0-6]\d{5}$/, (id) => {
    const first = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
    const check = twiceWeighted(id, first, [3, 4, 5, 6, 7, 8, 9, 10, 11, 1, 2]);
    return check === digitAt(id, 11) && isYearFirst(id);
  }),
} as const satisfies Readonly<Record<string, Check>>;
