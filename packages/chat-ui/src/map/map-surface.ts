// Draws a recording over the files of a folder on two canvases: tiles, painted when their heat changes, and agents above them.
import type { Playhead } from "../recording/playhead.ts";
import type { Recording } from "../recording/recording.ts";
import { heatOf } from "./heat.ts";
import { layOut, tileAt, type FileTile, type FolderTile, type Layout } from "./layout.ts";
import { paintMarks, type ShownMark } from "./mark-painter.ts";
import { marksAt, type Mark } from "./marks.ts";
import { TilePainter } from "./painter.ts";
import { createPalette, type Palette } from "./palette.ts";
import type { TreeFolder } from "./tree.ts";

/** How long an agent takes from one file to the next. */
const MOVE_MS = 150;
/** The heat of files is looked at this often, unless one of them was touched. */
const HEAT_MS = 200;
const NOWHERE = -1;

export interface SurfaceCanvases {
  readonly tiles: HTMLCanvasElement;
  readonly marks: HTMLCanvasElement;
}

export class MapSurface {
  readonly #canvases: SurfaceCanvases;
  readonly #recording: Recording;
  readonly #playhead: Playhead;
  #folder: TreeFolder | undefined;
  #layout: Layout = { files: [], folders: [] };
  #indexes = new Map<string, number>();
  /** The tile of each file of the recording. */
  #tileOf = new Int32Array(0);
  #painter: TilePainter | undefined;
  #palette: Palette | undefined;
  #width = 0;
  #height = 0;
  #scale = 1;
  #heatAt = -Infinity;
  #marks: readonly Mark[] = [];
  readonly #cameAt = new Map<number, { readonly file: number; readonly frameMs: number }>();
  #hovered: string | undefined;
  #chosen: string | undefined;
  #isCalm = false;

  constructor(canvases: SurfaceCanvases, recording: Recording, playhead: Playhead) {
    this.#canvases = canvases;
    this.#recording = recording;
    this.#playhead = playhead;
  }

  get layout(): Layout {
    return this.#layout;
  }

  get marks(): readonly Mark[] {
    return this.#marks;
  }

  /** Without movement between files. */
  set isCalm(isCalm: boolean) {
    this.#isCalm = isCalm;
  }

  /** What is drawn from now on, and how large; everything is painted again. */
  show(folder: TreeFolder, width: number, height: number, scale: number): void {
    const isSame = folder === this.#folder && width === this.#width && height === this.#height;
    [this.#folder, this.#width, this.#height, this.#scale] = [folder, width, height, scale];
    if (!isSame) {
      this.#layout = layOut(folder, width, height);
      this.#indexes = new Map(this.#layout.files.map(({ file }, index) => [file.path, index]));
      this.#tileOf = new Int32Array(0);
    }
    for (const canvas of [this.#canvases.tiles, this.#canvases.marks]) {
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(height * scale);
    }
    this.repaint();
  }

  /** Also after the theme was changed. */
  repaint(): void {
    const context = this.#canvases.tiles.getContext("2d", { alpha: false });
    if (context === null) return;
    this.#palette = readPalette(this.#canvases.tiles, context);
    this.#painter = new TilePainter(context, this.#palette, this.#layout);
    this.#painter.paintAll(this.#width, this.#height, this.#scale);
    this.#heatAt = -Infinity;
  }

  choose(path: string | undefined): void {
    this.#chosen = path;
  }

  hover(path: string | undefined): void {
    this.#hovered = path;
  }

  tile(path: string | undefined): FileTile | undefined {
    return path === undefined ? undefined : this.#layout.files[this.#indexes.get(path) ?? NOWHERE];
  }

  at(x: number, y: number): FileTile | FolderTile | undefined {
    return tileAt(this.#layout, x, y);
  }

  /** Draws a moment. Returns in how many milliseconds it looks different, if nothing happens. */
  frame(atMs: number, frameMs: number): number {
    const isMoved = this.#playhead.moveTo(atMs);
    if (isMoved || frameMs - this.#heatAt >= HEAT_MS) this.#paintHeat(atMs, frameMs);
    if (isMoved || this.#marks.length > 0) this.#marks = marksAt(this.#recording, this.#playhead);
    const isMoving = this.#paintMarks(frameMs);
    return isMoving ? 0 : HEAT_MS;
  }

  #paintHeat(atMs: number, frameMs: number): void {
    const painter = this.#painter;
    if (painter === undefined) return;
    this.#heatAt = frameMs;
    this.#findTiles();
    const { states } = this.#playhead;
    // Those that are warm although nothing has touched them yet: the slider was moved back.
    const seen = new Uint8Array(painter.heats.length);
    for (const file of states.touched) {
      const tile = this.#tileOf[file] ?? NOWHERE;
      if (tile === NOWHERE) continue;
      seen[tile] = 1;
      painter.update(tile, heatOf(states, file, atMs), states.isUnasked(file));
    }
    for (const [tile, heat] of painter.heats.entries())
      if (heat > 0 && seen[tile] === 0) painter.update(tile, 0, false);
  }

  #findTiles(): void {
    const { paths } = this.#recording;
    const known = this.#tileOf.length;
    if (known === paths.length) return;
    const tiles = new Int32Array(paths.length);
    tiles.set(this.#tileOf);
    for (let file = known; file < paths.length; file += 1) {
      tiles[file] = this.#indexes.get(paths[file] ?? "") ?? NOWHERE;
    }
    this.#tileOf = tiles;
  }

  /** True while one is on its way. */
  #paintMarks(frameMs: number): boolean {
    const context = this.#canvases.marks.getContext("2d");
    if (context === null || this.#palette === undefined) return false;
    this.#findTiles();
    context.setTransform(this.#scale, 0, 0, this.#scale, 0, 0);
    context.clearRect(0, 0, this.#width, this.#height);
    const marks = this.#marks.map((mark) => this.#toShown(mark, frameMs)).filter(({ way }) => way.length > 0);
    const [hovered, chosen] = [this.tile(this.#hovered), this.tile(this.#chosen)];
    paintMarks(context, this.#palette, { marks, hovered, chosen });
    return marks.some(({ progress }) => progress < 1);
  }

  #toShown({ actor, name, trail }: Mark, frameMs: number): ShownMark {
    const file = trail[0] ?? NOWHERE;
    const came = this.#cameAt.get(actor);
    if (came?.file !== file) this.#cameAt.set(actor, { file, frameMs });
    const since = frameMs - (came?.file === file ? came.frameMs : frameMs);
    const way: { readonly x: number; readonly y: number }[] = [];
    for (const one of trail) {
      const tile = this.#layout.files[this.#tileOf[one] ?? NOWHERE];
      if (tile !== undefined) way.push({ x: tile.x + tile.width / 2, y: tile.y + tile.height / 2 });
    }
    const isThere = this.#isCalm || came === undefined || way.length < 2;
    return { letter: letterOf(name), way, progress: isThere ? 1 : Math.min(1, since / MOVE_MS) };
  }
}

function letterOf(name: string): string {
  const point = name.trim().codePointAt(0);
  return point === undefined ? "?" : String.fromCodePoint(point).toUpperCase();
}

function readPalette(element: HTMLElement, context: CanvasRenderingContext2D): Palette {
  const style = getComputedStyle(element);
  const token = (name: string): string => {
    // A canvas gives every colour back as #rrggbb.
    context.fillStyle = style.getPropertyValue(`--parley-${name}`).trim() || "#808080";
    return context.fillStyle;
  };
  return createPalette(token, style.getPropertyValue("--parley-font").trim() || "sans-serif");
}
