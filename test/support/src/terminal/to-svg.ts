// The screen of the emulated terminal as an SVG picture, with its colours and styles.
import type { IBufferCell, Terminal } from "@xterm/headless";

const CELL = { width: 8.4, height: 18 } as const;
const PADDING = 16;
const BAR_HEIGHT = 32;
const FONT = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace";
const BACKGROUND = "#16181d";
const FOREGROUND = "#d7dae0";
/** The first eight colours of a terminal, as readable on the dark background. */
const COLORS = ["#3b4048", "#ef6b73", "#7fc98a", "#e2b86b", "#6ea8fe", "#c792ea", "#5cc7cf", FOREGROUND] as const;

interface Run {
  readonly column: number;
  readonly style: string;
  readonly background: string | undefined;
  text: string;
  columns: number;
}

export interface SvgOptions {
  /** For readers who do not see the picture. */
  readonly title: string;
  /** Shown as `~`. */
  readonly home: string;
}

export function toSvg(terminal: Terminal, { title, home }: SvgOptions): string {
  const { cols, rows, buffer } = terminal;
  const [width, height] = [cols * CELL.width + 2 * PADDING, rows * CELL.height + 2 * PADDING + BAR_HEIGHT];
  const drawn: string[] = [];
  for (let row = 0; row < rows; row += 1) {
    const top = BAR_HEIGHT + PADDING + row * CELL.height;
    for (const run of runsOf(terminal, buffer.active.baseY + row)) drawn.push(...drawRun(withTilde(run, home), top));
  }
  const dots = ["#ef6b73", "#e2b86b", "#7fc98a"].map(
    (color, index) => `<circle cx="${PADDING + 6 + index * 20}" cy="${BAR_HEIGHT / 2}" r="6" fill="${color}"/>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escape(title)}</title>`,
    `<rect width="100%" height="100%" rx="8" fill="${BACKGROUND}"/>`,
    ...dots,
    `<g font-family="${FONT}" font-size="14" fill="${FOREGROUND}">`,
    ...drawn,
    "</g>",
    "</svg>\n",
  ].join("\n");
}

function drawRun({ column, columns, text, style, background }: Run, top: number): string[] {
  const [x, width] = [PADDING + column * CELL.width, columns * CELL.width];
  const behind =
    background === undefined
      ? []
      : [
          `<rect x="${x.toFixed(1)}" y="${top}" width="${width.toFixed(1)}" height="${CELL.height}" fill="${background}"/>`,
        ];
  const shown = text.trim();
  if (shown === "") return behind;
  // Spaces at the ends count as columns only here; the length is given, because fonts differ in how wide a character is.
  const left = x + (text.length - text.trimStart().length) * CELL.width;
  const length = width - (text.length - shown.length) * CELL.width;
  const place = `x="${left.toFixed(1)}" y="${top + 13.5}" textLength="${length.toFixed(1)}" lengthAdjust="spacingAndGlyphs"`;
  return [...behind, `<text ${place}${style}>${escape(shown.replaceAll(" ", "\u00a0"))}</text>`];
}

function withTilde(run: Run, home: string): Run {
  const text = run.text.replaceAll(home, "~");
  return { ...run, text, columns: run.columns - (run.text.length - text.length) };
}

function runsOf({ buffer, cols }: Terminal, row: number): Run[] {
  const line = buffer.active.getLine(row);
  const runs: Run[] = [];
  for (let column = 0; column < cols; column += 1) {
    const cell = line?.getCell(column);
    if (cell === undefined || cell.getWidth() === 0) continue;
    const [style, background] = styleOf(cell);
    const last = runs.at(-1);
    const text = cell.getChars() || " ";
    if (last !== undefined && last.style === style && last.background === background) {
      last.text += text;
      last.columns += cell.getWidth();
    } else runs.push({ column, style, background, text, columns: cell.getWidth() });
  }
  const end = runs.at(-1);
  if (end !== undefined && end.background === undefined) {
    const kept = end.text.trimEnd();
    end.columns -= end.text.length - kept.length;
    end.text = kept;
  }
  return runs;
}

function styleOf(cell: IBufferCell): [style: string, background: string | undefined] {
  const own = cell.isFgPalette() ? (COLORS[cell.getFgColor() % COLORS.length] ?? FOREGROUND) : FOREGROUND;
  const isInverse = cell.isInverse() !== 0;
  const attributes = [
    isInverse ? ` fill="${BACKGROUND}"` : own === FOREGROUND ? "" : ` fill="${own}"`,
    cell.isBold() === 0 ? "" : ' font-weight="bold"',
    cell.isItalic() === 0 ? "" : ' font-style="italic"',
    cell.isDim() === 0 ? "" : ' opacity="0.6"',
    cell.isUnderline() === 0 ? "" : ' text-decoration="underline"',
  ];
  return [attributes.join(""), isInverse ? own : undefined];
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
