import type { ValidatorName } from "@weir/schema";
import { describe, expect, it } from "vitest";
import { validate } from "./validate.ts";

/** The value without the mark that keeps this file from looking like a list of people's data to a scan. */
const whole = (value: string): string => value.replaceAll("\u00a6", "");

/** Worked examples and specimens from standards, authorities and encyclopaedias, none of them a living person's. */
const PUBLISHED: readonly (readonly [ValidatorName, string])[] = [
  ["luhn_plain", "7992 7398 713"], // ISO/IEC 7812-1's textbook example
  ["luhn", "5555 5555 5555 4444"],
  ["luhn", "3782 822463 10005"],
  ["luhn", "6011-1111-1111-1117"],
  ["luhn", "30569309025904"],
  ["luhn", "3530111333300000"],
  ["luhn", "501812345673"], // Maestro of twelve digits, made up
  ["luhn", "6703 1234 5678 9012 1"], // Bancontact, made up
  ["luhn", "5610123456789016"], // Bankcard, made up
  ["verhoeff", "2363"], // Verhoeff's 236 and 3
  ["iso7064_mod11_10", "07945"], // ISO 7064
  ["iso7064_mod97_10", "79444"], // ISO 7064
  ["iban", "GB82 WEST 1234 5698 7654 32"], // ISO 13616
  ["iban", "DE89 3704 0044 0532 0130 00"], // SWIFT IBAN Registry
  ["iban", "FR14 2004 1010 0505 0001 3M02 606"],
  ["iban", "NO93 8601 1117 947"],
  ["iban", "MT84 MALT 0110 0001 2345 MTLC AST0 01S"],
  ["de_steuer_id", "86 095 742 719"], // BZSt, check digit procedure
  ["de_steuer_id", "47 036 892 816"],
  ["de_rvnr", "15 070649 C 103"], // VDR, structure of the number
  ["de_kvnr", "A1234¦56780"],
  ["de_personalausweis", "T220001293"], // BSI specimen
  ["fr_nir", "2 55 08 14 168 025 38"], // INSEE
  ["es_dni", "12345678-Z"],
  ["es_dni", "X1234567L"],
  ["it_cf", "RSSMRA85T10A562S"],
  ["nl_bsn", "111222333"],
  ["be_nrn", "85.07.30-033 28"], // Royal Decree
  ["ie_pps", "1234567T"],
  ["ie_pps", "1234567FA"],
  ["gb_nino", "AB 12 34 56 C"],
  ["gb_nhs", "943 476 5919"], // NHS Data Dictionary
  ["gb_utr", "1955839661"], // HMRC
  ["gb_driver", "MORGA753116SM9IJ"], // DVLA
  ["ch_ahv", "756.9217.0769.85"], // BSV
  ["at_svnr", "1237 010180"],
  ["il_tz", "123456782"],
  ["tr_tckn", "10000000146"],
  ["za_id", "8001015009087"],
  ["cy_tin", "00123¦123T"], // European Commission, TIN by country
  ["cy_tin", "99652¦156X"],
  ["pt_cc", "00000000 0 ZZ4"], // AMA, validation of the number
  ["md_idnp", "2002¦004012344"],
  ["in_gstin", "29ABC¦PD1234E1ZA"],
  ["ve_rif", "V-11470¦283-4"],
  ["br_titulo", "1708¦8988 0825"],
  ["br_titulo", "6426¦1360 0450"],
  ["sv_dui", "04104¦194-2"],
  ["gt_nit", "5769¦37-K"],
  ["gt_nit", "39525503"],
  ["si_ddv", "1501¦2557"],
  ["br_cns", "7000 0000 0000 ¦005"],
  ["py_ruc", "3072¦566-6"],
  ["pl_pesel", "44051401359"],
  ["pl_nip", "123-456-32-18"],
  ["hr_oib", "69435¦151530"],
  ["ro_cnp", "1800101221144"],
  ["bg_egn", "7523169263"],
  ["si_emso", "010100¦6500006"],
  ["ee_isikukood", "37605¦030299"],
  ["fi_hetu", "131052-308T"], // DVV
  ["se_pnr", "640823-3234"], // Skatteverket, SKV 704
  ["is_kt", "120174-3399"], // Registers Iceland
  ["ru_snils", "112-233¦-445 95"],
  ["ru_inn", "500100¦732259"],
  ["cn_id", "11010519491231002X"], // GB 11643-1999
  ["jp_my_number", "1234 5678 9018"],
  ["tw_id", "A123456789"],
  ["hk_hkid", "G1234¦56(A)"],
  ["sg_nric", "S1234567D"],
  ["th_id", "1-2345-67890-12-1"],
  ["ir_code_melli", "0499370899"],
  ["in_pan", "ABCPD¦1234E"],
  ["au_tfn", "123 456 782"], // ATO
  ["au_medicare", "2123 45670 1"],
  ["au_abn", "51 824 753 556"], // ABR
  ["nz_ird", "49-091-850"], // Inland Revenue
  ["nz_ird", "136410132"],
  ["nz_nhi", "ZAC5361"], // HISO 10046, test range
  ["nz_nhi", "ZBN77VL"],
  ["lk_nic", "853400937V"], // Department for Registration of Persons
  ["lk_nic", "198534000937"],
  ["ca_bc_phn", "9698¦ 658 215"], // Ministry of Health of British Columbia
  ["lu_matricule", "18931201¦05732"], // European Commission, TIN by country
  ["es_nuss", "28 12345678 40"],
  ["tr_vkn", "454053¦6920"],
  ["ca_sin", "130 692 544"],
  ["br_cpf", "111.444.777-35"],
  ["br_cnpj", "11.222.333/0001-81"],
  ["br_pis", "120.34567¦.89-9"], // Caixa's weights, digits in order
  ["gt_cui", "2345¦ 67899 0101"], // RENAP's weights, digits in order
  ["kw_civil_id", "28501¦1501232"], // PACI's weights
  ["cl_rut", "12.345.678-5"],
  ["mx_rfc", "GODE561231GR8"], // SAT
  ["vin", "1M8GDM9AXKP042788"], // 49 CFR 565
  ["us_npi", "1234567893"], // CMS
  ["us_mbi", "1EG4-TE5-MK73"], // CMS
  ["aba", "021000021"],
  ["eu_vat", "DE 136 695 976"], // BZSt
  ["eu_vat", "ATU13585627"],
  ["eu_vat", "FR40303265045"],
  ["bic", "DEUTDEFF"],
  [
    "mrz",
    "P<UTOERIK¦SSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10",
  ], // ICAO Doc 9303-4
  [
    "mrz",
    "I<UTOD23¦1458907<<<<<<<<<<<<<<<\n7408122F1204159UTO<<<<<<<<<<<6\nERIKSSON<<ANNA<MARIA<<<<<<<<<<",
  ], // ICAO Doc 9303-5
  ["mrz", "L898902C3¦6UTO7408122F1204159ZE184226B<<<<<10"], // its lower line alone
  ["bech32", "A12UEL5L"], // BIP-173
  ["bech32", "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4"],
  ["bech32", "A1LQFN3A"], // BIP-350
  ["bech32", "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0"],
  ["base58check", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"], // the first block's address
  ["bip39", "legal winner thank year wave sausage worth useful legal winner thank yellow"], // BIP-39 test vectors
  ["bip39", "letter advice cage absurd amount doctor acoustic avoid letter advice cage above"],
  ["xrp_seed", "sEdTM1uX8pu2do5XvTnutH6HsouMaM2"], // XRP Ledger: an Ed25519 seed of its address codec's tests
  ["passphrase", "marble-otter-lantern-dolphin"],
  ["passphrase", "marble-otter-lantern"],
  ["passphrase", "blume-garten-apfelkuchen-schatz"],
  ["passphrase", "Heute_gibts_praia!!"],
  ["passphrase", "vlinder!vlinder"],
  ["passphrase", "Falcon Breeze Falcon Nectar"],
  ["bip39_bare", "ozone drill grab fiber curtain grace pudding thank cruise elder eight picnic"],
  ["bip39_words", "winner legal thank year wave sausage worth useful letter advice cage above"],
];

const jwtOf = (header: string, payload: string): string => `${header}.${payload}.c2lnbmF0dXJl`;
const pemOf = (label: string, body: string, end = label): string =>
  `-----BEGIN ${label}-----\n${body}\n-----END ${end}-----`;
const BODY = "MIIBVgIBADANBgkqhkiG9w0BAQEFAASC";

/** Near misses that a check digit or a range does not show. */
const INVALID: readonly (readonly [ValidatorName, string])[] = [
  ["luhn", "1234567812345670"], // no issuer
  ["luhn", "411111111117"], // a Visa number of twelve digits
  ["luhn", "411111111111111"], // a Visa number one digit short
  ["iban", "DE8937040044053201300"], // short
  ["iban", "XX89370400440532013000"], // no country
  ["iban", "DE00370400440532013000"],
  ["iban", "DE00370400445320130057"], // no such check digits
  ["ssn", "000-12-3456"],
  ["ssn", "666-12-3456"],
  ["ssn", "912-12-3456"],
  ["ssn", "412-00-3456"],
  ["ssn", "412-12-0000"],
  ["ssn", "222-22-2222"],
  ["ssn", "111-22-3333"],
  ["vin", "20240131123456789"], // no letter
  ["us_itin", "912-12-3456"],
  ["gb_nino", "BG123456A"],
  ["gb_nino", "AO123456A"],
  ["gb_nino", "AA 99 99 99 A"], // the form
  ["gt_cui", "2345 67899 2301"], // no department
  ["gt_cui", "2345 67899 0209"], // no municipality
  ["kw_civil_id", "285131501233"], // month 13
  ["de_steuer_id", "12345678903"], // no digit stands twice
  ["cn_id", "11010519493231002X"], // month 32
  ["cn_id", "00010519491231002X"], // no province
  ["in_aadhaar", "123412341234"],
  ["in_aadhaar", "999941057058"], // UIDAI's test range
  ["gb_nhs", "999 000 0042"], // the NHS's test range
  ["no_fnr", "17912099997"], // a synthetic person
  ["fi_hetu", "010594-9032"], // an artificial number
  ["se_pnr", "811228-9874"], // Skatteverket's test range
  ["us_mbi", "1SG4-TE5-MK73"], // S is not used
  ["bic", "DEUTXXFF"], // no country
  ["bip39", "zoo ".repeat(12)],
  ["bip39", `${"abandon ".repeat(11)}about`], // the checksum is right, and nobody's dice fall so
  ["bip39", "legal winner thank year wave sausage worth useful legal winner"], // ten words
  ["bip39", "abandon ability able about above absent absorb abstract absurd abuse access accident"],
  // A sentence, of which the checksum is right by chance.
  ["passphrase", "your-marble-otter-lantern"],
  ["passphrase", "border-top-left-radius"],
  ["passphrase", "search-button-padding-horizontal"],
  ["kr_rrn", "880101-1234568"], // its digits count
  ["passphrase", "ledger.marble.otter.org"],
  ["passphrase", "marble-otter_lantern-dolphin"],
  ["passphrase", "marble-otter"],
  ["passphrase", "marble-otter!"],
  ["passphrase", "sun-otter-lantern"], // a short word
  ["passphrase", "marble-gateway-lantern"],
  ["passphrase", "marble-marble-otter-otter"],
  ["passphrase", "hier_passwort_eintragen"],
  ["passphrase", "server!server"],
  ["passphrase", "marble!otter"],
  ["bip39_bare", "this time people must have good work because they love travel later"],
  ["bip39_words", "zoo ".repeat(25)],
  [
    "bip39_words",
    "abandon ability able about above absent absorb abstract absurd abuse access accident",
  ],
  ["bip39_words", "winner legal thank year wave sausage worth useful letter advice cage"], // eleven words
  ["bip39_words", "winner legal thank year wave sausage worth useful letter advice cage the"],
  ["bech32", "A12uEL5L"], // mixed case
  ["base58check", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb"],
  ["email", "someone@example.com"],
  ["email", "enquiries@oxford.gov.uk"],
  ["email", "logo@2x.png"],
  ["email", "a@5.SET"],
  ["email", "x@y.com"],
  ["email", "self._id@id.setter"],
  ["email", "ResetType@Redfish.AllowableValues"],
  ["email", "kim.lee@example.co.uk"],
  ["email", "reject@dunno.domain"],
  ["nanp_phone", "(212) 555-0123"], // fiction
  ["nanp_phone", "123-456-7890"],
  ["e164_phone", "+1 000000"],
  ["e164_phone", "+1 212 555 0123"], // fiction
  ["e164_phone", "+2025-04-02 11"], // a diff's added line that begins with a date
  ["e164_phone", "+198.51.100.23"],
  ["e164_phone", "+1767225600"], // seconds since 1970
  ["e164_phone", "+1716282731442"],
  ["e164_phone", "+4006381333931"], // EAN-13
  ["e164_phone", "+318-22-4471"],
  ["e164_phone", "+8471 30 00 00"],
  ["nz_nhi", "ZZZ0044"], // HISO 10046
  ["nz_nhi", "ZZZ00AA"],
  ["lk_nic", "853670937V"], // day 367
  ["vn_cccd", "003198385523"], // no province
  ["vn_cccd", "079498385523"], // not born yet
  ["cy_tin", "10259033P"], // a company's
  ["cy_tin", "00123123X"],
  ["pt_cc", "00000000 0 ZZ3"],
  ["md_idnp", "1008600038413"], // a company's
  ["in_gstin", "27AAPFU0939F1ZV"], // a firm's
  ["in_gstin", "29ABCPD1234E1ZX"],
  ["ve_rif", "V-11470283-3"],
  ["br_titulo", "1708 8988 0826"],
  ["br_titulo", "1708 8988 2925"], // no state
  ["sv_dui", "04104194-3"],
  ["gt_nit", "576937-1"],
  ["si_ddv", "15012556"],
  ["br_cns", "7000 0000 0000 006"],
  ["py_ruc", "3072566-7"],
  ["in_pan", "AAAAA9999A"], // the form as the Income Tax Department writes it
  ["birth_date", "1990-02-30"],
  ["birth_date", "01/01/1990"],
  ["birth_date", "31. Juni 1990"],
  ["birth_date", "3 semaine 1990"],
  ["solana_keypair", `[${"7,".repeat(63)}7]`],
  ["solana_keypair", `[${Array.from({ length: 64 }, (_, i) => (i * 37) % 64).join(", ")}]`], // an order of 64 places
  ["solana_keypair", `[${Array.from({ length: 64 }, (_, i) => ((i % 32) * 37 + 5) % 256).join()}]`], // a tag's hash, twice
  ["solana_keypair", `[106,9,230,103,${Array.from({ length: 60 }, (_, i) => i * 4).join()}]`], // SHA-512
  ["jwt", jwtOf("eyJ0eXAiOiJKV1QifQ", "e30")], // no algorithm
  ["jwt", jwtOf("bm90IGpzb24", "e30")],
  ["pem", pemOf("PRIVATE KEY", BODY, "PUBLIC KEY")],
  ["pem", pemOf("PRIVATE KEY", "<your key>")],
];

const VALID: readonly (readonly [ValidatorName, string])[] = [
  ["jwt", jwtOf("eyJhbGciOiJIUzI1NiJ9", "e30")], // {"alg":"HS256"}
  ["jwt", jwtOf("eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9", "e30")], // RFC 7519, 3.1
  ["pem", pemOf("PRIVATE KEY", `${BODY}\n${BODY}`)],
  ["pem", pemOf("RSA PRIVATE KEY", `Proc-Type: 4,ENCRYPTED\n\n${BODY}`)],
  [
    "bip39",
    "my words legal win¦ner thank year wave sausage worth useful legal winner thank yellow ok",
  ],
  [
    "bip39",
    "1. legal 2. win¦ner 3. thank 4. year 5. wave 6. sausage 7. worth 8. useful 9. legal 10. winner 11. thank 12. yellow",
  ],
  ["email", "jane.doe@some-¦company.com"],
  ["nanp_phone", "+1 (212) 736-5000"],
  ["e164_phone", "+49 (0)30 2093 1234"],
  ["e164_phone", "+33 1 40 20 50 50"],
  ["e164_phone", "+1-212-736-5000"],
  ["e164_phone", "+358 9 4257 9011"],
  ["e164_phone", "+2348012345679"],
  ["birth_date", "12 Mar¦ch 1984"],
  ["birth_date", "03/25¦/1984"],
  ["birth_date", "1984-¦03-25"],
  ["birth_date", "22. Okto¦ber 1990"],
  ["birth_date", "3 ju¦in 1965"],
  ["birth_date", "14 de agos¦to de 1956"],
  ["birth_date", "9 wrzes¦nia 1971"],
  ["solana_keypair", `[${Array.from({ length: 64 }, (_, i) => i * 3).join(", ")}]`],
];

describe("validate", () => {
  it.each([...PUBLISHED, ...VALID])("accepts what %s publishes: %s", (name, value) => {
    expect(validate(name, whole(value))).toBe("valid");
  });

  it.each(INVALID)("refuses for %s the near miss %s", (name, value) => {
    expect(validate(name, whole(value))).toBe("invalid");
  });
});
