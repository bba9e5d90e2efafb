// What a client declares about the decisions in a session: its approval level and its rules.
import { isObject } from "@parley/base";
import { parseLevel, parsePatterns } from "@parley/policy";
import { RpcError } from "@parley/rpc";
import type { AgentSession } from "../session-runtime/agent-session.ts";

/** From `_meta.parley` of a method that opens a session, or from the parameters of `_parley/session/configure`. */
export function takePolicy(session: AgentSession, given: unknown): void {
  if (!isObject(given)) return;
  const level = read(given, "level", parseLevel);
  const rules = read(given, "rules", parsePatterns);
  if (level !== undefined) session.settings = { ...session.settings, approval: level };
  if (rules !== undefined) session.rules = rules;
}

export function policyIn({ _meta: meta }: { readonly _meta?: unknown }): unknown {
  return isObject(meta) ? meta["parley"] : undefined;
}

function read<Value>(
  given: Readonly<Record<string, unknown>>,
  name: string,
  parse: (value: unknown) => { readonly value: Value } | { readonly field: string; readonly expected: string },
): Value | undefined {
  const value = given[name];
  if (value === undefined || value === null) return undefined;
  const parsed = parse(value);
  if ("value" in parsed) return parsed.value;
  const place = parsed.field === "" ? name : `${name}/${parsed.field}`;
  throw RpcError.invalidParams(`${place}: must be ${parsed.expected}`);
}
