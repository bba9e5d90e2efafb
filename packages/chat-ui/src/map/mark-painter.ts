// Paints what moves over the tiles: agents with their trails, the file under the pointer, and the chosen one.
import type { Box } from "./layout.ts";
import type { Palette } from "./palette.ts";

export interface ShownMark {
  readonly letter: string;
  /** Centres of tiles, the current one first. */
  readonly way: readonly { readonly x: number; readonly y: number }[];
  /** 0 to 1: how far it has come from the second place of its way to the first. */
  readonly progress: number;
}

const RADIUS = 9;
const DOT = 2;

export function paintMarks(
  context: CanvasRenderingContext2D,
  palette: Palette,
  { marks, hovered, chosen }: { marks: readonly ShownMark[]; hovered: Box | undefined; chosen: Box | undefined },
): void {
  if (hovered !== undefined) outline(context, hovered, palette.text, 1);
  if (chosen !== undefined) outline(context, chosen, palette.focus, 2);
  for (const mark of marks) paintTrail(context, palette, mark);
  for (const mark of marks) paintMark(context, palette, mark);
}

function outline(context: CanvasRenderingContext2D, { x, y, width, height }: Box, color: string, line: number): void {
  context.strokeStyle = color;
  context.lineWidth = line;
  context.strokeRect(x + line / 2, y + line / 2, Math.max(1, width - line), Math.max(1, height - line));
}

function paintTrail(context: CanvasRenderingContext2D, palette: Palette, { way, progress }: ShownMark): void {
  context.lineCap = "round";
  for (let index = 1; index < way.length; index += 1) {
    const [from, to] = [way[index], index === 1 ? headOf(way, progress) : way[index - 1]];
    if (from === undefined || to === undefined) continue;
    context.globalAlpha = 0.75 * (1 - (index - 1) / way.length);
    context.strokeStyle = palette.text;
    context.lineWidth = 1.5;
    context.beginPath();
    context.moveTo(from.x, from.y);
    // With a slight bend, the way there and the way back are two lines.
    const [bendX, bendY] = [(to.y - from.y) * 0.12, (from.x - to.x) * 0.12];
    context.quadraticCurveTo((from.x + to.x) / 2 + bendX, (from.y + to.y) / 2 + bendY, to.x, to.y);
    context.stroke();
    context.fillStyle = palette.text;
    context.beginPath();
    context.arc(from.x, from.y, DOT, 0, 2 * Math.PI);
    context.fill();
  }
  context.globalAlpha = 1;
}

function paintMark(context: CanvasRenderingContext2D, palette: Palette, { letter, way, progress }: ShownMark): void {
  const at = headOf(way, progress);
  if (at === undefined) return;
  context.fillStyle = palette.raise;
  context.strokeStyle = palette.text;
  context.lineWidth = 1.75;
  context.beginPath();
  context.arc(at.x, at.y, RADIUS, 0, 2 * Math.PI);
  context.fill();
  context.stroke();
  context.fillStyle = palette.text;
  context.font = `600 10.5px ${palette.font}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(letter, at.x, at.y + 0.5);
  context.textAlign = "start";
}

function headOf(way: ShownMark["way"], progress: number): { readonly x: number; readonly y: number } | undefined {
  const [to, from] = way;
  if (to === undefined || from === undefined || progress >= 1) return to;
  return { x: from.x + (to.x - from.x) * progress, y: from.y + (to.y - from.y) * progress };
}
