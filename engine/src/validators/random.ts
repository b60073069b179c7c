import { isHarmless } from "./harmless.ts";
import { isPlain } from "./plain-words.ts";
import { countPairs } from "./rare-pairs.ts";
import type { PairTable } from "./rare-pairs.ts";

/** The pairs of characters that are rare in code, configuration and documentation. */
const CHARACTERS: PairTable = {
  bits:
    "_v5_9_______f-_-pQ_-CA2CDgwBgg9f_____________f___1______7_fP__f________________r_______________2v_n____-cDcs_8seD_9X_3" +
    "fzABAgd7pp_53__f_2__-_x_z3____________-_X__3__________73-AH_____fV2mP___Y_e____-8DYIm-P-B__B3qP_QAAAf9_p_______pAGCF_v" +
    "2IAX-___-cD__72_YgBf-___5cP7__b9qAH_____lA___9_2oAf____-8D___-_agB_____54P___f_qAH_____vg____v-4Af____-8T_____7gB_____" +
    "7wP___7_uAH_____vG_____-4Af____-VT___--_f-_____zvd7j_7_________v23-__________7_3f_9_8-_n_z______P7j_77v_9v_________7_v" +
    "v_v____________________________3__8FYg79yeqH___f__wdv9_91bbd______BkWP_Xbtt_____v8Dff_td33_______wHiDn1v4zr______M23_7" +
    "Xdtt______-36__99--_______3f97_13ff_______AeCP_e_zz_________9____________9f___33f________d23H_Xd9_______9XbN_9d333___9" +
    "__0F9z_13_ff______i2KF_bv6sf_____93TKf9d-23_________9_____f______d2SPfXd99___7__9GaMf9Vmznf_-__-3Zlhn12fL9______92qP__" +
    "_6n______93___9d3_____________92fb_____f____v_f____________v_9__________________f_-9_H_____f41daj_7_5_______v7_vW_vkv_" +
    "l____9f____P_________7_______7f_8AQIL9AGCBv72v_3_____ff_9_--Ygw3____7wECgD7_4hH_____vAy2XfvmgAP____-0CRIc-8YgKHAmCBxQF" +
    "sh26hgAAECQIHEAAAAJvmoAb____-8DaYd-uYf-fE3qP_XRhh_75j_5Pf_9_9d2WH_vmv_9____-UBwAq____________f93_75j_9_ff8_9dWnH_vGH_h" +
    "wN0j-0hRMN--Yf__3_vf_Sdg1_7xh_4EDQI_EQUDDdvmP_9xfv3_0JQIC-uY_-f3____WJsh3______________3_vGH_gwNgj8QBQIF2sYf-BA2CNxFJA" +
    "gXbxhX4ECQIHEQmCEZ__oAf2____8BYI_f_-________3d1___77_____9_9dnmd__mJ-___d__VXfu_-8Y_-PB2iP9Rfgzf__7________d33_f__5___" +
    "_____fb4v3-___v____z___3-79r_9_____u-___9_______________8",
  first: "!",
  last: "~",
};

/** Longer ones are data. */
const MOST_CHARS = 128;
/** Fewer tell little. */
const LEAST_RARE = 5;
/** Of characters drawn by chance, four pairs of five are rare; of those of texts, one of fifteen. */
const LEAST_SHARE = 0.5;

/** A character as HTML and URLs write it, which is a sign like another. */
const ESCAPE = /&(?:#x?[\da-f]{1,6}|[a-z]{2,6});|%[\da-f]{2}/gi;

/** Letters, and something else or a capital behind a small one. */
const KINDS = /^(?=.*[A-Za-z])(?=.*(?:[^A-Za-z]|[a-z][A-Z])).*$/;

/** One character three times and more, a row that comes again, neighbours on a keyboard, a row of a table; what a shell or a table of passwords puts in, or Maven encrypts. */
const REGULAR =
  /(.)\1{2}|^-{1,2}[a-z]{2}|^[{[(]-|:[~/][\w/.-]*[$#]$|^[a-z]+\/[\w/-]+-[A-Za-z\d]{6}$|&[a-z]{2,}(?:=|$)|;[a-z]{3,}$|^\$\$[a-z]|\$[A-Z][A-Z_]{3,}$|(.{3,6})\2|qwert|asdf|zxcv|yxcv|(?:,[^,]*){4}|^\$[{(]?[A-Z_]{3}|^(?:%[A-Za-z],?){2,}|^\{[A-Za-z\d+/]{16,}={0,2}\}?$|^[A-Z_]{3,}=|^\$[A-Z\d]\w*\$|^\*[\dA-F]{40}/;

/**
 * Was a value drawn by chance out of letters, digits and signs, as password managers do, whatever signs are in it? Told by how many
 * of its pairs of neighbours are rare in texts, code among them. O(length).
 */
export function isRandom(value: string): boolean {
  if (value.length > MOST_CHARS || isPlain(value) || !KINDS.test(value)) return false;
  const { pairs, rare } = countPairs(value.replaceAll(ESCAPE, "&"), CHARACTERS);
  const isRare = rare >= LEAST_RARE && rare >= LEAST_SHARE * pairs;
  return isRare && !REGULAR.test(value) && !isHarmless(value);
}
