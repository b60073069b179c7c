/**
 * Makes something when it is first asked for, and keeps it: a page's frames evaluate the modules whether or not anything
 * is scanned in them.
 */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
