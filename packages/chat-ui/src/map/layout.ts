// Where each file and folder of a tree is drawn: a squarified treemap, in which no tile is longer than it has to be.
import type { TreeFile, TreeFolder } from "./tree.ts";

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface FileTile extends Box {
  readonly file: TreeFile;
}

export interface FolderTile extends Box {
  readonly folder: TreeFolder;
  readonly depth: number;
  /** There is room for its name above its files. */
  readonly hasName: boolean;
}

export interface Layout {
  readonly files: readonly FileTile[];
  readonly folders: readonly FolderTile[];
}

/** Room for the name of a folder, and around its files. */
const NAME_HEIGHT = 16;
const PADDING = 2;
const NAMED_WIDTH_MIN = 34;
const NAMED_HEIGHT_MIN = 34;
/** In a folder that is smaller, files touch its border. */
const PADDED_SIZE_MIN = 14;

export function layOut(root: TreeFolder, width: number, height: number): Layout {
  const layout = { files: [] as FileTile[], folders: [] as FolderTile[] };
  fill(layout, root, { x: 0, y: 0, width, height }, 0);
  return layout;
}

type Filled = { readonly files: FileTile[]; readonly folders: FolderTile[] };

function fill(layout: Filled, folder: TreeFolder, box: Box, depth: number): void {
  // Both are sorted; together they have to be sorted again, because the largest come first.
  const children = [...folder.folders, ...folder.files].toSorted((one, other) => other.weight - one.weight);
  squarify(children, folder.weight, box, (child, place) => {
    if (child.type === "file") {
      layout.files.push({ ...place, file: child });
      return;
    }
    const hasName = place.width >= NAMED_WIDTH_MIN && place.height >= NAMED_HEIGHT_MIN;
    layout.folders.push({ ...place, folder: child, depth, hasName });
    fill(layout, child, inside(place, hasName), depth + 1);
  });
}

function inside({ x, y, width, height }: Box, hasName: boolean): Box {
  const padding = Math.min(width, height) >= PADDED_SIZE_MIN ? PADDING : 0;
  const top = hasName ? NAME_HEIGHT : padding;
  return { x: x + padding, y: y + top, width: width - 2 * padding, height: height - top - padding };
}

/** Fills the box with rows along its shorter side; a row ends when another item would make its worst tile longer. */
function squarify<Item extends { readonly weight: number }>(
  items: readonly Item[],
  weight: number,
  box: Box,
  put: (item: Item, place: Box) => void,
): void {
  let { x, y, width, height } = box;
  let left = weight;
  for (let start = 0; start < items.length;) {
    const side = Math.max(0, Math.min(width, height));
    const scale = left > 0 ? (Math.max(0, width) * Math.max(0, height)) / left : 0;
    const { end, sum } = rowFrom(items, start, scale, side);
    const isWide = width >= height;
    const thickness = side > 0 ? (sum * scale) / side : 0;
    let offset = 0;
    for (let index = start; index < end; index += 1) {
      const item = items[index] as Item;
      const length = sum > 0 ? (item.weight / sum) * side : 0;
      const place = isWide
        ? { x, y: y + offset, width: thickness, height: length }
        : { x: x + offset, y, width: length, height: thickness };
      put(item, place);
      offset += length;
    }
    if (isWide) [x, width] = [x + thickness, width - thickness];
    else [y, height] = [y + thickness, height - thickness];
    left -= sum;
    start = end;
  }
}

function rowFrom(
  items: readonly { readonly weight: number }[],
  start: number,
  scale: number,
  side: number,
): { readonly end: number; readonly sum: number } {
  const largest = (items[start]?.weight ?? 0) * scale;
  let sum = items[start]?.weight ?? 0;
  let worst = longest(largest, largest, sum * scale, side);
  let end = start + 1;
  for (; end < items.length; end += 1) {
    const weight = items[end]?.weight ?? 0;
    const next = longest(largest, weight * scale, (sum + weight) * scale, side);
    if (next > worst) break;
    worst = next;
    sum += weight;
  }
  return { end, sum };
}

/** How much longer than wide the worst tile of a row is: either its largest or its smallest one. */
function longest(largest: number, smallest: number, area: number, side: number): number {
  const square = side * side;
  return Math.max((square * largest) / (area * area), (area * area) / (square * smallest));
}

/** The file at a point; the innermost folder if there is none. */
export function tileAt(layout: Layout, x: number, y: number): FileTile | FolderTile | undefined {
  const isIn = (tile: Box): boolean =>
    x >= tile.x && y >= tile.y && x < tile.x + tile.width && y < tile.y + tile.height;
  return layout.files.find(isIn) ?? layout.folders.findLast(isIn);
}

export type MoveDirection = "left" | "right" | "up" | "down";

/** The nearest file in a direction, for the arrow keys. */
export function neighbour(layout: Layout, from: FileTile, direction: MoveDirection): FileTile | undefined {
  const [fromX, fromY] = [from.x + from.width / 2, from.y + from.height / 2];
  let best: FileTile | undefined;
  let bestCost = Infinity;
  for (const tile of layout.files) {
    const [dx, dy] = [tile.x + tile.width / 2 - fromX, tile.y + tile.height / 2 - fromY];
    const along = direction === "left" ? -dx : direction === "right" ? dx : direction === "up" ? -dy : dy;
    const across = Math.abs(direction === "left" || direction === "right" ? dy : dx);
    if (tile === from || along <= 0.5) continue;
    const cost = along + across * 2;
    if (cost < bestCost) [best, bestCost] = [tile, cost];
  }
  return best;
}
