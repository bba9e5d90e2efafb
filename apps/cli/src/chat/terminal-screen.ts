// The terminal as the chat uses it: printed blocks stay, and the live region below them is redrawn.
import type { Key } from "../terminal/keys/key.ts";
import type { NotificationWay } from "../terminal/notification.ts";
import type { PictureWay } from "../terminal/pictures/detect-pictures.ts";
import type { Line } from "../terminal/line.ts";
import type { Theme } from "../terminal/theme.ts";
import type { LiveRegion } from "../terminal/screen.ts";
import type { TerminalBlock } from "./terminal-block.ts";
import type { Scrollback } from "./scrollback.ts";
import type { Panel } from "./panels/panel.ts";

export interface TerminalTheme extends Omit<Theme, "columns" | "pictures"> {
  /** Whether the terminal rewraps lines when it becomes narrower. */
  readonly reflows: boolean;
  /** After a resize, painting waits this long for another one. */
  readonly resizeQuietMs: number;
  readonly notification: NotificationWay;
  /** `ask`: the terminal is asked whether it draws sixels. */
  readonly pictureWay: PictureWay | "ask" | undefined;
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

/** Takes the whole terminal until it is closed; the chat continues behind it. */
export interface FullView {
  draw(theme: Theme, rows: number): readonly Line[];
  /** False closes the view. */
  key(key: Key): boolean;
  /** For a terminal that can only print. */
  drawAll(theme: Theme): readonly Line[];
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
  /** Shows the view instead of the chat. */
  show(create: (theme: Theme, rows: number) => FullView): void;
  /** Whether the terminal has the focus; undefined if it does not report it. */
  readonly isFocused: boolean | undefined;
  /** Notifies the user in the way that the terminal supports. */
  notify(text: string): void;
  /** Sends a control sequence to the terminal, such as text for the clipboard. */
  tell(sequence: string): void;
  suspend(): void;
  /** Gives the terminal to a program until it ends. */
  lend<T>(work: () => Promise<T>): Promise<T>;
  /** Prints the remaining blocks and restores the terminal. */
  close(): void;
}
