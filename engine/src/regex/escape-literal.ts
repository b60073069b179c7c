/** An expression that matches this text and no other. */
export const escapeLiteral = (text: string): string =>
  text.replaceAll(/[\\.+*?()|[\]{}^$]/g, "\\$&");
