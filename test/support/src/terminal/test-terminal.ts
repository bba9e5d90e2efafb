// A terminal with a program in it, as tests see it: they type, look at the screen, and resize it.

export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

export interface TerminalProgram extends TerminalSize {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface Cursor {
  readonly row: number;
  readonly column: number;
}

export interface TestTerminal extends AsyncDisposable {
  /** Text and keys, as the terminal sends them to the program. */
  types(text: string): void;
  resize(size: TerminalSize): Promise<void>;
  /** The rows on the screen, without the spaces at their ends. */
  screen(): Promise<readonly string[]>;
  /** The rows that scrolled away, then those on the screen. */
  everything(): Promise<readonly string[]>;
  cursor(): Promise<Cursor>;
  /** Waits until the screen shows the text. Line breaks and spaces count as one space, because long lines wrap. */
  sees(text: string | RegExp): Promise<void>;
  /** Waits until the screen no longer shows the text. */
  seesNo(text: string | RegExp): Promise<void>;
  /** Waits until the program has exited, and returns its exit code. */
  ended(): Promise<number>;
}

/** The kinds of terminals, by name. */
export type OpenTerminal = (program: TerminalProgram) => Promise<TestTerminal>;

export const SIZES: readonly TerminalSize[] = [
  { columns: 120, rows: 40 },
  { columns: 80, rows: 24 },
  { columns: 40, rows: 20 },
];

/** What keys send. */
export const KEYS = {
  enter: "\r",
  escape: "\u001b",
  tab: "\t",
  shiftTab: "\u001b[Z",
  up: "\u001b[A",
  down: "\u001b[B",
  pageUp: "\u001b[5~",
  pageDown: "\u001b[6~",
  home: "\u001b[H",
  end: "\u001b[F",
  ctrlC: "\u0003",
  ctrlD: "\u0004",
  ctrlG: "\u0007",
  ctrlL: "\u000c",
  ctrlO: "\u000f",
  ctrlU: "\u0015",
} as const;

/** Whether the rows contain the text; breaks and spaces count as one space. */
export function isShown(rows: readonly string[], text: string | RegExp): boolean {
  const shown = rows.join("\n");
  return typeof text === "string" ? spaced(shown).includes(spaced(text)) : text.test(shown);
}

function spaced(text: string): string {
  return text.replace(/\s+/g, " ");
}
