/** A function that answers each question once. */
export function memoise<T, Q = string>(answer: (question: Q) => T): (question: Q) => T {
  const known = new Map<Q, T>();
  return (question) => {
    const result = known.get(question) ?? answer(question);
    known.set(question, result);
    return result;
  };
}

/** As memoise, where no answer is one as well. */
export function onceEach<T, Q>(
  answer: (question: Q) => T | undefined,
): (question: Q) => T | undefined {
  const known = new Map<Q, T | undefined>();
  return (question) => {
    if (known.has(question)) return known.get(question);
    const result = answer(question);
    known.set(question, result);
    return result;
  };
}
