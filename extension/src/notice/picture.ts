import { SHIELD, SIGNS } from "./shield.ts";
import type { Sign } from "./shield.ts";

const SVG = "http://www.w3.org/2000/svg";

/** The shield as a picture that says nothing to a screen reader; the sign is cut out of it. */
export function shieldPicture(sign: Sign): SVGElement {
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", "0 0 24 24");
  picture.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("fill-rule", "evenodd");
  path.setAttribute("d", [SHIELD, ...SIGNS[sign]].map((outline) => `M${outline}Z`).join(""));
  picture.append(path);
  return picture;
}
