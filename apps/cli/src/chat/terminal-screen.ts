// The terminal as a stage: what is printed stays, and below it is what changes. What kind of terminal it is, the stage knows.
import type { Key } from "../terminal/keys/key.ts";
import type { Theme } from "../terminal/theme.ts";
import type { LiveRegion } from "../terminal/screen.ts";
import type { Block } from "./view/block.ts";
import type { Scrollback } from "./view/scrollback.ts";
import type { Panel } from "./panels/panel.ts";

export interface TerminalTheme extends Omit<Theme, "columns"> {
  /** Whether the terminal breaks lines anew when it becomes narrower. */
  readonly reflows: boolean;
}

/** What the stage asks of whoever stands on it. */
export interface ScreenHandlers {
  readonly onKey: (key: Key) => void;
  /** A whole line, where there are no single keys. */
  readonly onLine: (text: string) => void;
  readonly onEnd: (signal: "SIGTERM" | "SIGHUP") => void;
  /** What is below what stays, in as many rows as there are. */
  readonly compose: (theme: Theme, rows: number) => LiveRegion;
  /** Whether something moves by itself, such as a spinner. */
  readonly isMoving: () => boolean;
  /** What has the keyboard instead of the input. */
  readonly panel: () => Panel | undefined;
  /** Whether a prompt would be sent at once. */
  readonly isIdle: () => boolean;
}

export interface TerminalScreen {
  readonly scrollback: Scrollback;
  readonly theme: Theme;
  /** Questions have numbers, because there are no other keys. */
  readonly isNumbered: boolean;
  open(): void;
  print(block: Block): void;
  /** Something changed. */
  paintSoon(): void;
  clear(): void;
  bell(): void;
  /** Hands something to the terminal itself, such as text for the clipboard. */
  tell(sequence: string): void;
  suspend(): void;
  /** Gives the terminal to a program until it ends. */
  lend<T>(work: () => Promise<T>): Promise<T>;
  /** Prints what is left to print and gives the terminal back. */
  close(): void;
}
