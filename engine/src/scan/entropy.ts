/** Shannon entropy of a text in bits per character (code point); 0 for an empty one. Shannon 1948. O(length). */
export function entropyBits(text: string): number {
  const counts = new Map<string, number>();
  let length = 0;
  for (const char of text) {
    counts.set(char, (counts.get(char) ?? 0) + 1);
    length++;
  }
  let bits = 0;
  for (const count of counts.values()) bits -= (count / length) * Math.log2(count / length);
  return bits;
}
