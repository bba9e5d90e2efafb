// Events carry decoded values, in which an unknown variant appears as `{kind: "unknown", raw}`. Before such a value is
// decoded again, the received form is restored, so that it survives and a later version may understand it.
import { isUnknown } from "./unknown.ts";

/** These fields belong to the agent, so their content is never treated as an unknown variant. */
const PAYLOADS: ReadonlySet<string> = new Set(["rawInput", "rawOutput", "_meta"]);

/** Variants of the protocol are never nested deeper. */
const DEPTH_MAX = 24;

/** Works in place; returns the value, or its received form. */
export function unwrapUnknown(value: unknown, depth = 0): unknown {
  if (isUnknown(value)) return value.raw;
  if (typeof value !== "object" || value === null || depth > DEPTH_MAX) return value;
  const owner = value as { [name: string]: unknown };
  for (const name of Object.keys(owner)) {
    if (PAYLOADS.has(name)) continue;
    const inner = owner[name];
    const unwrapped = unwrapUnknown(inner, depth + 1);
    if (unwrapped !== inner) owner[name] = unwrapped;
  }
  return value;
}
