// A finding of `parley doctor`: something that works, is suspicious or is broken, and how to fix it.
import { asInvoked } from "@parley/base";
import type { CommandContext } from "../command.ts";

export type Health = "ok" | "warn" | "fail";

export interface Finding {
  /** A stable id for programs. */
  readonly id: string;
  readonly health: Health;
  readonly text: string;
  /** The command that fixes it, or an instruction. */
  readonly fix?: string | undefined;
}

/** Returns one or more findings; an error that it throws becomes a finding as well. */
export type Check = (context: CommandContext) => Promise<readonly Finding[]>;

export function ok(id: string, text: string): Finding {
  return { id, health: "ok", text: asInvoked(text) };
}

export function warn(id: string, text: string, fix?: string): Finding {
  return { id, health: "warn", text: asInvoked(text), fix: fix && asInvoked(fix) };
}

export function fail(id: string, text: string, fix?: string): Finding {
  return { id, health: "fail", text: asInvoked(text), fix: fix && asInvoked(fix) };
}
