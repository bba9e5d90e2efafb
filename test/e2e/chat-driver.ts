// A chat in a pseudo-terminal, as the tests of the chat drive it.
import { PseudoTerminal } from "@parley/test-support/pseudo-terminal";
import { writeFile } from "node:fs/promises";
import { PARLEY, type Place } from "./run-parley.ts";

export const READY = "Describe a task";

export const KEY = {
  ctrlC: "\u0003",
  ctrlG: "\u0007",
  ctrlO: "\u000f",
  ctrlS: "\u0013",
  ctrlT: "\u0014",
  ctrlU: "\u0015",
  ctrlV: "\u0016",
  escape: "\u001b",
  up: "\u001b[A",
  down: "\u001b[B",
  shiftTab: "\u001b[Z",
  backspace: "\u007f",
} as const;

export interface ChatStart {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export function openChat(place: Place, { args = [], env = {} }: ChatStart = {}): PseudoTerminal {
  const options = { cwd: place.work, env: { ...place.env, TERM: "xterm-256color", ...env } };
  return new PseudoTerminal(process.execPath, [PARLEY, "chat", ...args], options);
}

/** Ready for a prompt. */
export async function openReady(place: Place, start: ChatStart = {}): Promise<PseudoTerminal> {
  const chat = openChat(place, start);
  await chat.sees(READY);
  // The input says the same once the session is open.
  await chat.sees(READY);
  return chat;
}

/** Begins a turn that ends when the function is called. The agent must be allowed to run commands. */
export async function beginTurn(chat: PseudoTerminal, place: Place): Promise<() => Promise<void>> {
  chat.types("run until [ -e go ]; do sleep 0.05; done\r");
  await chat.sees("Working");
  return () => writeFile(place.file("go"), "");
}

export function paste(text: string): string {
  return `\u001b[200~${text}\u001b[201~`;
}

/** The exit code. */
export function leave(chat: PseudoTerminal): Promise<number> {
  chat.types(`${KEY.ctrlU}/exit\r`);
  return chat.exited;
}
