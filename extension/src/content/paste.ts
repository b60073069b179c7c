import { isNotice } from "../notice/notice.ts";
import { goodsOf, guardGesture } from "./gesture.ts";
import type { Guards } from "./guards.ts";
import { placeOfPaste, targetOf } from "./resume.ts";

/** Guards pastes of the person; those of scripts bring nothing that the page does not have. */
export const guardPaste =
  (guards: Guards) =>
  (event: ClipboardEvent): void => {
    const { clipboardData } = event;
    const target = targetOf(event);
    if (!event.isTrusted || isNotice(event.target)) return;
    if (clipboardData === null || target === undefined) return;
    const goods = goodsOf(clipboardData);
    const place = () => placeOfPaste(target);
    guardGesture(event, { at: "paste", goods, target, place }, guards);
  };
