// What `parley doctor` found: one thing that is in place, odd or wrong, and how to fix it.
import { asInvoked } from "@parley/base";
import type { CommandContext } from "../command.ts";

export type Health = "ok" | "warn" | "fail";

export interface Finding {
  /** Stays the same, for programs. */
  readonly id: string;
  readonly health: Health;
  readonly text: string;
  /** The command that fixes it, or what to do. */
  readonly fix?: string | undefined;
}

/** Finds one thing or several; what it throws is a finding too. */
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
