import { overFolded } from "./fold-rules.ts";

/** Digits in counting order behind at most four letters and a digit, zeros in place of a number, or two digits again and again. */
const COUNTED =
  /^(?:[A-Z]{0,4}\d?(?:1234567?8?9?0?|2345678?9?0?)[A-Z\d]{0,4}|[A-Z]{0,2}0{6}\d?[A-Z\d]?|[A-Z]{3}\d0{5}|\d0{7}[A-Z]|9\d{4}0{4}|(\d\d)\1{3,})$/;

/** Is the identifier of a person one that examples have and nobody was given: digits in counting order, or a first number? */
export const isCountedIdentifier = (value: string): boolean =>
  COUNTED.test(value.replaceAll(/[\s.()/-]/g, "").toUpperCase());

/** A ticket's number: what stands before it in brackets or in front of a line, or the letters that it begins with. */
const TICKET =
  /(?:^|[\n(])\s?(?:#|(?:ref|ticket|case|request|order|vorgang|dossier)\b\.?:?)\s{0,2}$/i;
const TICKET_NUMBER = /^(?:REQ|INC|TKT|RITM|CHG|CASE)\d{4,}$/;

/** What numbers a paper, in the words of many languages, right before the number; accents are folded. */
const PAPER = overFolded(
  String.raw`(?:^|[^\p{L}])(?:invoice|bill|receipt|order|ticket|case|rechnung|quittung|auftrag|bestellung|vorgang|facture|recu|commande|dossier|factura|recibo|pedido|fattura|ricevuta|ordine|fatura|encomenda|factuur|bestelling|faktur[ay]|zamowienie|objednavka|rendeles|szamla|siparis|счет|заказ|замовлення|청구서|주문|영수증|請求書|注文|領収書|发票|發票|订单|訂單)(?:\s?(?:no|nr|num|number|n))?[.:#№º° ]{0,3}$`,
);

const FOR_EXAMPLE =
  /(?:\be\.g\.|\bfor example|\bexample:|\bz\.\s?B\.|\bp\.\s?ex\.)[,:]?\s{0,2}["'`]?$/i;

/** Numbers that look like one of a telephone, with a further one right beside them: columns of a log. */
const PHONE_GROUPS = /^\d{3} \d{3} \d{4}$/;

/** Numbers that look like one of a card, in a line between rows of other numbers. */
const CARD_GROUPS = /^\d{4}(?: \d{4}){3}$/;
const ROW_ABOVE = /(?:^|\n)(?!\d{4}(?: \d{4}){3}\n)\d+(?: \d+)+\n$/;
const ROW_BELOW = /^\n(?!\d{4}(?: \d{4}){3}(?:\n|$))\d+(?: \d+)+(?:\n|$)/;

/** Is what looks like a telephone's or a card's number a part of a table of numbers? `before` is the text up to it, `after` what follows. */
export const isInRow = (before: string, value: string, after: string): boolean =>
  (PHONE_GROUPS.test(value) && (/\d $/.test(before) || /^ \d/.test(after))) ||
  (CARD_GROUPS.test(value) && ROW_ABOVE.test(before) && ROW_BELOW.test(after));

/** Is what looks like the identifier of a person or an account the number of a ticket or a paper, or one that a sentence gives as an example? `before` is the text up to it. */
export const isExplained = (before: string, value: string): boolean =>
  TICKET.test(before) ||
  TICKET_NUMBER.test(value) ||
  PAPER().test(before) ||
  FOR_EXAMPLE.test(before);
