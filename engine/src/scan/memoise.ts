/** A function that answers each question once. */
export function memoise<T>(answer: (question: string) => T): (question: string) => T {
  const known = new Map<string, T>();
  return (question) => {
    const result = known.get(question) ?? answer(question);
    known.set(question, result);
    return result;
  };
}
