// A chat in a terminal that is not ours, of a given kind and size.
import {
  KEYS,
  openEmulated,
  openTmux,
  type EmulatedTerminal,
  type OpenTerminal,
  type TerminalSize,
  type TestTerminal,
} from "@parley/test-support/terminal";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { PARLEY, type Place } from "../run-parley.ts";

export const READY = "Describe a task";

const hasTmux = (process.env["PATH"] ?? "").split(delimiter).some((folder) => existsSync(join(folder, "tmux")));
if (!hasTmux) process.stderr.write("tmux is not installed, so the tests in tmux are skipped: apt-get install tmux\n");

/** By name; tmux only where it is installed. */
export const KINDS: readonly (readonly [name: string, open: OpenTerminal])[] = [
  ["xterm.js", openEmulated],
  ...(hasTmux ? [["tmux", openTmux] as const] : []),
];

export interface ChatOptions extends Partial<TerminalSize> {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

export async function openChatIn<Terminal extends TestTerminal>(
  open: (program: Parameters<OpenTerminal>[0]) => Promise<Terminal>,
  place: Place,
  { args = [], env = {}, columns = 80, rows = 24, cwd = place.work }: ChatOptions = {},
): Promise<Terminal> {
  return open({
    command: process.execPath,
    args: [PARLEY, "chat", ...args],
    cwd,
    env: { ...place.env, LANG: "C.UTF-8", ...env },
    columns,
    rows,
  });
}

/** In the emulator, ready for a prompt. */
export async function openReadyChat(place: Place, options: ChatOptions = {}): Promise<EmulatedTerminal> {
  const chat = await openChatIn(openEmulated, place, options);
  await chat.sees(READY);
  return chat;
}

/** The exit code. */
export function leave(chat: TestTerminal): Promise<number> {
  chat.types(`${KEYS.ctrlU}/exit${KEYS.enter}`);
  return chat.ended();
}
