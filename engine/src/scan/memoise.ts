/** A function that answers each question once. */
export function memoise<T, Q = string>(answer: (question: Q) => T): (question: Q) => T {
  const known = new Map<Q, T>();
  return (question) => {
    const result = known.get(question) ?? answer(question);
    known.set(question, result);
    return result;
  };
}
