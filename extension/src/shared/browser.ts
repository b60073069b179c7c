/** Firefox has the interfaces of extensions under this name as well; there they always answer with promises. */
declare const browser: typeof chrome | undefined;

/** The interfaces of extensions, by whichever name the browser has them. */
export const api: typeof chrome = typeof browser === "undefined" ? globalThis.chrome : browser;
