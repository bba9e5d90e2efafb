// `--detach`: a run that ends when its turn is stored; a server continues the turn.
import { ParleyError } from "@parley/base";
import type { Arguments } from "../arguments/usage.ts";
import type { CommandContext } from "../command.ts";
import { serverNeeded } from "../server/server-needed.ts";
import type { runUsage } from "../usage/run.ts";

export interface DetachedTurn {
  readonly sessionId: string;
  readonly turnId: string;
}

/** Throws if a flag or setting needs the end of the turn. */
export function checkFlags({ flags }: Arguments<typeof runUsage>, { settings }: CommandContext): void {
  if (flags["json-schema"] !== undefined) {
    throw usage("--detach cannot be used with --json-schema: the answer is checked at the end of the turn");
  }
  if (flags["no-server"] || settings.server === "off") {
    throw usage("--detach cannot be used with --no-server: without a server, the turn would end with this command");
  }
}

/** Throws if there is none, because an agent started this command. */
export function checkServer({ server }: CommandContext): void {
  if (server === undefined) throw serverNeeded("--detach needs a server");
}

export function printDetached(turn: DetachedTurn, format: string | undefined): void {
  const isJson = format === "json" || format === "ndjson";
  process.stdout.write(`${isJson ? JSON.stringify(turn) : turn.sessionId}\n`);
}

function usage(message: string): ParleyError {
  return new ParleyError({ code: "usage", message, remedy: { label: "Remove one of them" } });
}
