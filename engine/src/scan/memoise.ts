/** A function that answers each question once. */
export function memoise<T>(answer: (question: string) => T): (question: string) => T {
  const known = new Map<string, T>();
  return (question) => {
    const result = known.get(question) ?? answer(question);
    known.set(question, result);
    return result;
  };
}

/** A function that makes its answer when it is first asked. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
