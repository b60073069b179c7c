/** A text box or a field for text. */
export type TextControl = HTMLInputElement | HTMLTextAreaElement;

export const isTextControl = (element: Element): element is TextControl =>
  element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement;
