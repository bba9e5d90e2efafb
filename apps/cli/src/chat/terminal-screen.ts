// The terminal as the chat uses it: printed blocks stay, and the live region below them is redrawn.
import type { Key } from "../terminal/keys/key.ts";
import type { Theme } from "../terminal/theme.ts";
import type { LiveRegion } from "../terminal/screen.ts";
import type { TerminalBlock } from "./terminal-block.ts";
import type { Scrollback } from "./scrollback.ts";
import type { Panel } from "./panels/panel.ts";

export interface TerminalTheme extends Omit<Theme, "columns"> {
  /** Whether the terminal rewraps lines when it becomes narrower. */
  readonly reflows: boolean;
}

/** What the screen needs from the chat. */
export interface ScreenHandlers {
  readonly onKey: (key: Key) => void;
  /** A whole line, on terminals without single-key input. */
  readonly onLine: (text: string) => void;
  readonly onEnd: (signal: "SIGTERM" | "SIGHUP") => void;
  /** Draws the live region below the printed blocks, in the available rows. */
  readonly compose: (theme: Theme, rows: number) => LiveRegion;
  /** Whether something is animated, such as a spinner, and needs regular repainting. */
  readonly isMoving: () => boolean;
  /** The panel that gets the keys instead of the input. */
  readonly panel: () => Panel | undefined;
  /** Whether a prompt would be sent immediately. */
  readonly isIdle: () => boolean;
}

export interface TerminalScreen {
  readonly scrollback: Scrollback;
  readonly theme: Theme;
  /** Choices are numbered, because this terminal has no single-key input. */
  readonly isNumbered: boolean;
  open(): void;
  print(block: TerminalBlock): void;
  /** Schedules a repaint after a change. */
  paintSoon(): void;
  clear(): void;
  bell(): void;
  /** Sends a control sequence to the terminal, such as text for the clipboard. */
  tell(sequence: string): void;
  suspend(): void;
  /** Gives the terminal to a program until it ends. */
  lend<T>(work: () => Promise<T>): Promise<T>;
  /** Prints the remaining blocks and restores the terminal. */
  close(): void;
}
