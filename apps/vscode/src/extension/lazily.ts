// Commands whose code is loaded when they are first run, so that the editor starts with less.
import type { ParleyWindow } from "./parley-window.ts";

export type Command = (window: ParleyWindow, ...args: readonly unknown[]) => unknown;

/** The command that a module exports under a name. */
export function lazily<Name extends string>(load: () => Promise<Readonly<Record<Name, Command>>>, name: Name): Command {
  return async (window, ...args) => (await load())[name](window, ...args);
}
