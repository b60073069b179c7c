/** A text box or a field for text. */
export type TextControl = HTMLInputElement | HTMLTextAreaElement;

/** Is it a text box or an input? Of whatever type: buttons are, too. */
export const isTextControl = (element: Element): element is TextControl =>
  element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement;
