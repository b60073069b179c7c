/// <reference types="node" />
import { deflateSync, crc32 } from "node:zlib";
import type { ICON_STATES } from "./manifest.ts";
import { SHIELD, SIGNS } from "./src/notice/shield.ts";
import type { Sign } from "./src/notice/shield.ts";

/** What the icon tells: guarded; not guarded here; something is wrong; something is dangerous. */
type IconState = (typeof ICON_STATES)[number];

interface Look {
  readonly colour: readonly [red: number, green: number, blue: number];
  readonly sign: Sign;
}

const LOOKS: Readonly<Record<IconState, Look>> = {
  protected: { colour: [11, 87, 208], sign: "check" },
  off: { colour: [110, 119, 129], sign: "dash" },
  warning: { colour: [178, 91, 0], sign: "mark" },
  danger: { colour: [179, 38, 30], sign: "cross" },
};

type Polygon = readonly (readonly [x: number, y: number])[];

/** Side of the square that outlines are drawn in. */
const GRID = 24;
/** Samples a pixel, each way: their mean makes smooth edges. */
const SAMPLES = 4;

function polygonOf(outline: string): Polygon {
  const numbers = outline.split(" ").map(Number);
  return numbers.flatMap((x, at) => (at % 2 === 0 ? [[x, numbers[at + 1] ?? 0] as const] : []));
}

/** Is the point inside? It is where a ray from it crosses the outline an odd number of times. */
function isInside(polygon: Polygon, x: number, y: number): boolean {
  let inside = false;
  let before = polygon.at(-1) ?? [0, 0];
  for (const corner of polygon) {
    const [x1, y1] = before;
    const [x2, y2] = corner;
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
    before = corner;
  }
  return inside;
}

/** The pixels, four bytes each (red, green, blue, opacity), each row after a zero byte, as PNG has them unfiltered. */
function pixels(size: number, { colour, sign }: Look): Uint8Array {
  const shield = polygonOf(SHIELD);
  const signs = SIGNS[sign].map(polygonOf);
  const rows = new Uint8Array(size * (1 + size * 4));
  const steps = Array.from({ length: SAMPLES }, (_, step) => (step + 0.5) / SAMPLES);
  const paint = (column: number, row: number): readonly [number, number] => {
    let [covered, white] = [0, 0];
    for (const [dx, dy] of steps.flatMap((x) => steps.map((y) => [x, y] as const))) {
      const [x, y] = [((column + dx) * GRID) / size, ((row + dy) * GRID) / size];
      if (!isInside(shield, x, y)) continue;
      covered += 1;
      if (signs.some((outline) => isInside(outline, x, y))) white += 1;
    }
    return [covered, white];
  };
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const [covered, white] = paint(column, row);
      const share = covered === 0 ? 0 : white / covered;
      const mixed = colour.map((part) => Math.round(part + (255 - part) * share));
      rows.set(
        [...mixed, Math.round((covered * 255) / SAMPLES ** 2)],
        row * (1 + size * 4) + 1 + column * 4,
      );
    }
  }
  return rows;
}

/** A chunk of a PNG file: length, type, data, checksum (PNG 3rd edition, 5.3). */
function chunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}

/** The companion's icon as a PNG file, `size` pixels wide and high; the same bytes each time. */
export function iconPng(size: number, state: IconState): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // Eight bits a part, colour with opacity, deflate, rows filtered by none, not interlaced.
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(pixels(size, LOOKS[state]), { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
