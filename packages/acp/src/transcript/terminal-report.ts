// Reads reports about a terminal: from a `terminal` event if the client runs it, or from the `_meta` of a tool call
// if the agent runs it itself.
//
// The latter is a convention outside the protocol: `terminal_info`, `terminal_output` or `terminal_output_delta` (both append), and
// `terminal_exit`, each with a `terminal_id`; where it is missing, the tool call's id stands for it.
import { isObject } from "@parley/base";
import type { TerminalExit } from "./snapshot.ts";

export type Meta = { readonly [name: string]: unknown };

export interface TerminalReport {
  readonly terminalId: string;
  readonly command?: string | undefined;
  readonly cwd?: string | undefined;
  /** Output to append. */
  readonly output?: string | undefined;
  readonly exit?: TerminalExit | undefined;
}

const KEYS: ReadonlySet<string> = new Set([
  "terminal_info",
  "terminal_output",
  "terminal_output_delta",
  "terminal_exit",
]);

export function readTerminalReports(meta: Meta, toolCallId: string): readonly TerminalReport[] {
  const reports: TerminalReport[] = [];
  const { terminal_info: info, terminal_output_delta: delta, terminal_output: whole, terminal_exit: exit } = meta;
  const idOf = ({ terminal_id: id }: Meta): string => (typeof id === "string" ? id : toolCallId);
  if (isObject(info)) reports.push({ terminalId: idOf(info), ...(typeof info.cwd === "string" && { cwd: info.cwd }) });
  // An agent that sends both sends the same text twice, for two kinds of clients.
  const output = isObject(delta) ? delta : whole;
  if (isObject(output) && typeof output.data === "string") {
    reports.push({ terminalId: idOf(output), output: output.data });
  }
  if (isObject(exit)) {
    const exitCode = typeof exit.exit_code === "number" ? exit.exit_code : null;
    const signal = typeof exit.signal === "string" ? exit.signal : null;
    reports.push({ terminalId: idOf(exit), exit: { exitCode, signal } });
  }
  return reports;
}

/** The rest of the `_meta`, or null if nothing is left. */
export function withoutTerminalReports(meta: Meta): Meta | null {
  const names = Object.keys(meta).filter((name) => !KEYS.has(name));
  return names.length === 0 ? null : Object.fromEntries(names.map((name) => [name, meta[name]]));
}
