import { goodsOf, guardGesture } from "./gesture.ts";
import type { Guards } from "./guards.ts";
import { placeOfPaste, targetOf } from "./resume.ts";

/** Guards a paste. */
export function guardPaste(event: ClipboardEvent, guards: Guards): Promise<void> | undefined {
  const { clipboardData } = event;
  const target = targetOf(event);
  if (clipboardData === null || target === undefined) return undefined;
  const goods = goodsOf(clipboardData);
  const place = () => placeOfPaste(target);
  return guardGesture(event, { at: "paste", goods, target, place }, guards);
}
