/** The text of a response, read within a limit; undefined where it is larger or no UTF-8. Rejects where reading fails. */
export async function boundedText(
  response: Response,
  mostBytes: number,
): Promise<string | undefined> {
  const reader = response.body?.getReader();
  if (reader === undefined) return "";
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.length;
    if (bytes > mostBytes) {
      await reader.cancel();
      return undefined;
    }
    try {
      text += decoder.decode(value, { stream: true });
    } catch {
      await reader.cancel();
      return undefined;
    }
  }
  return text;
}
