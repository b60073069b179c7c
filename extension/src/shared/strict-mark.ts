const NAME = "weirStrict";

/** The script that tells the guards of a page, before its first script runs, that the settings are strict. */
export const STRICT_SCRIPT = `globalThis.${NAME}=true;\n`;

/** Did that script run in this page? */
export const isMarkedStrict = (): boolean => Reflect.get(globalThis, NAME) === true;
