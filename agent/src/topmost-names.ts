/** Names without those that stand under another of them, sorted: whoever is given whole domains needs no more. */
export function topmostNames(names: ReadonlySet<string>): readonly string[] {
  const isBelowAnother = (name: string): boolean => {
    for (let dot = name.indexOf("."); dot >= 0; dot = name.indexOf(".", dot + 1)) {
      if (names.has(name.slice(dot + 1))) return true;
    }
    return false;
  };
  return [...names].filter((name) => !isBelowAnother(name)).toSorted();
}
