// Paints the tiles of a layout on a canvas: all of them once, then only those whose heat has changed.
import { revealLine, truncate } from "@parley/base";
import { COLD } from "./heat.ts";
import type { FileTile, FolderTile, Layout } from "./layout.ts";
import type { Palette } from "./palette.ts";

/** Tiles get a gap, round corners and a name from these sizes on, in pixels. */
const GAP_SIZE_MIN = 5;
const ROUND_SIZE_MIN = 9;
const NAME_WIDTH_MIN = 40;
const NAME_HEIGHT_MIN = 17;
const NAME_INSET = 5;
/** Less of a name says nothing. */
const NAME_CHARS_MIN = 4;
const RADIUS = 2.5;
const FONT_SIZE = 10.5;

export class TilePainter {
  readonly #context: CanvasRenderingContext2D;
  readonly #palette: Palette;
  readonly #layout: Layout;
  /** The heat that each tile was painted with. */
  readonly heats: Uint8Array<ArrayBuffer>;
  /** Tiles with an outline, because no permission covered a change of them. */
  readonly #outlined: Uint8Array<ArrayBuffer>;

  constructor(context: CanvasRenderingContext2D, palette: Palette, layout: Layout) {
    this.#context = context;
    this.#palette = palette;
    this.#layout = layout;
    this.heats = new Uint8Array(layout.files.length);
    this.#outlined = new Uint8Array(layout.files.length);
  }

  /** `scale`: device pixels of one pixel. */
  paintAll(width: number, height: number, scale: number): void {
    const [context, palette] = [this.#context, this.#palette];
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.font = `${FONT_SIZE}px ${palette.font}`;
    context.textBaseline = "alphabetic";
    context.fillStyle = palette.background;
    context.fillRect(0, 0, width, height);
    for (const folder of this.#layout.folders) this.#paintFolder(folder);
    this.#paintCold();
  }

  /** True if something was painted. */
  update(index: number, heat: number, isOutlined: boolean): boolean {
    const outline = isOutlined ? 1 : 0;
    if (this.heats[index] === heat && this.#outlined[index] === outline) return false;
    const tile = this.#layout.files[index];
    if (tile === undefined) return false;
    this.heats[index] = heat;
    this.#outlined[index] = outline;
    this.#paintTile(tile, heat, isOutlined);
    return true;
  }

  /** All cold tiles have one colour: it is set once, and their names come after them. */
  #paintCold(): void {
    const [context, palette] = [this.#context, this.#palette];
    context.fillStyle = palette.tiles[COLD] ?? "";
    for (const tile of this.#layout.files) this.#fillTile(tile);
    context.fillStyle = palette.names[COLD] ?? "";
    for (const tile of this.#layout.files) this.#writeName(tile);
  }

  #paintFolder({ x, y, width, height, folder, hasName }: FolderTile): void {
    const [context, palette] = [this.#context, this.#palette];
    context.fillStyle = palette.folder;
    context.fillRect(x + 0.5, y + 0.5, Math.max(0, width - 1), Math.max(0, height - 1));
    if (!hasName) return;
    context.fillStyle = palette.mute;
    this.#write(folder.name, x + 4, y + 11.5, width - 8);
  }

  #paintTile(tile: FileTile, heat: number, isOutlined: boolean): void {
    const [context, palette] = [this.#context, this.#palette];
    const { x, y, width, height } = tile;
    context.fillStyle = palette.folder;
    context.fillRect(x, y, width, height);
    context.fillStyle = palette.tiles[heat] ?? "";
    this.#fillTile(tile);
    if (isOutlined) {
      context.strokeStyle = palette.text;
      context.lineWidth = 1.5;
      context.strokeRect(x + 1.25, y + 1.25, Math.max(0, width - 2.5), Math.max(0, height - 2.5));
    }
    context.fillStyle = palette.names[heat] ?? "";
    this.#writeName(tile);
  }

  #fillTile({ x, y, width, height }: FileTile): void {
    const size = Math.min(width, height);
    const gap = size >= GAP_SIZE_MIN ? 1 : size >= 2 ? 0.5 : 0;
    if (size < ROUND_SIZE_MIN) {
      this.#context.fillRect(x + gap / 2, y + gap / 2, width - gap, height - gap);
      return;
    }
    this.#context.beginPath();
    this.#context.roundRect(x + gap / 2, y + gap / 2, width - gap, height - gap, RADIUS);
    this.#context.fill();
  }

  #writeName({ x, y, width, height, file }: FileTile): void {
    if (width < NAME_WIDTH_MIN || height < NAME_HEIGHT_MIN) return;
    this.#write(file.name, x + NAME_INSET, y + 13, width - 2 * NAME_INSET);
  }

  #write(name: string, x: number, y: number, width: number): void {
    const text = revealLine(name);
    const fitting = this.#context.measureText(text).width;
    if (fitting <= width) this.#context.fillText(text, x, y);
    else {
      const count = Math.floor((text.length * width) / fitting);
      if (count >= NAME_CHARS_MIN) this.#context.fillText(truncate(text, count), x, y);
    }
  }
}
