import { goodsOf, guardGesture } from "./gesture.ts";
import type { Guards } from "./guards.ts";
import { placeOfDrop, targetOf } from "./resume.ts";

/** Is there a folder among what was dropped? It can't be given to the page anew; its files are judged when they are sent. */
const hasFolder = ({ items }: DataTransfer): boolean =>
  [...items].some((item) => item.webkitGetAsEntry()?.isDirectory === true);

/** Guards what the person drops on the page. */
export function guardDrop(event: DragEvent, guards: Guards): Promise<void> | undefined {
  const { dataTransfer, clientX, clientY } = event;
  const target = targetOf(event);
  if (dataTransfer === null || target === undefined) return undefined;
  const all = goodsOf(dataTransfer);
  // What is moved within a document brings nothing that the page does not have; put in anew, it would stand there twice.
  if (all.text !== "" && all.text === String(document.getSelection())) return undefined;
  const goods = hasFolder(dataTransfer) ? { ...all, files: [] } : all;
  const place = () => placeOfDrop(target, clientX, clientY);
  return guardGesture(event, { at: "drop", goods, target, place }, guards);
}
