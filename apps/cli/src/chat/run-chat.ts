// Starts a chat in the mode that the terminal supports, and prints at the end how to resume.
import {
  detectPalette,
  detectReflow,
  detectResizeQuietMs,
  detectSymbols,
  isDumbTerminal,
} from "../terminal/detect-terminal.ts";
import { detectNotification } from "../terminal/notification.ts";
import { detectPictures } from "../terminal/pictures/detect-pictures.ts";
import { ASCII_SYMBOLS } from "../terminal/theme.ts";
import { Chat } from "./chat.ts";
import type { ChatOptions } from "./chat-options.ts";
import { describeReturn } from "./goodbye.ts";
import { HistoryFile } from "./input/history-file.ts";
import { PlainScreen } from "./plain-screen.ts";
import { RawScreen } from "./raw-screen.ts";

/** 128 and the number of SIGHUP. */
const HANGUP_CODE = 129;

export interface RunChatOptions extends Omit<ChatOptions, "history"> {
  readonly historyPath: string;
}

export async function runChat({ historyPath, ...options }: RunChatOptions): Promise<number> {
  const { settings } = options.context;
  const { env } = process;
  const isDumb = isDumbTerminal(env) || typeof process.stdin.setRawMode !== "function";
  const palette = detectPalette(settings.color, true, env);
  const theme = {
    ...palette,
    symbols: isDumb ? ASCII_SYMBOLS : detectSymbols(env),
    reflows: detectReflow(env),
    resizeQuietMs: detectResizeQuietMs(env),
    notification: detectNotification(settings.notifications, env),
    pictureWay: isDumb ? undefined : detectPictures(settings.pictures, env),
  };
  const history = await HistoryFile.open(historyPath, options.actions.log);
  const chat = new Chat({ ...options, history }, (handlers) =>
    isDumb ? new PlainScreen(theme, handlers) : new RawScreen(theme, handlers),
  );
  const code = await chat.run((session) => process.stdout.write(describeReturn(session, palette)));
  // Node aborts when it restores a terminal that is gone, so the process ends by the signal itself, like other
  // programs.
  if (code === HANGUP_CODE) process.kill(process.pid, "SIGHUP");
  return code;
}
