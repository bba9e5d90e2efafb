// Messages for the model and the user about a call that was not run, or not run as requested.
import type { HookAnswer } from "@parley/policy";
import type { ApprovalAnswer } from "../approval/approver.ts";
import { truncate } from "@parley/base";
import { editDistance } from "@parley/base";
import { messageOf, toSentence } from "../text/sentences.ts";
import { TOOL_NAME_DISTANCE_MAX, TOOL_NAMES_SHOWN_MAX } from "../limits.ts";

const REWRITE_CHARS_MAX = 2_000;

export const CANCELLED = "Cancelled before it finished. Anything it had already changed stays changed.";
export const TRUNCATED_CALL =
  "Not run: the answer reached the output limit before this call was complete. Make smaller calls.";
export const TOO_MANY_CALLS = "Not run: too many calls in one answer. Make fewer calls at a time.";

/** The same fact for two readers: the user who rejected a call is "you" to us and "the user" to the model. */
export interface DenialText {
  readonly forModel: string;
  readonly forUser: string;
}

export function describeDenial({ reason, by }: Extract<ApprovalAnswer, { verdict: "deny" }>): DenialText {
  if (by === "person") {
    return {
      forModel: `The user rejected this call${reason === "" ? "" : ` (${reason})`}; nothing was changed.`,
      forUser: `You rejected this; nothing was changed.`,
    };
  }
  const text = `Not allowed: ${toSentence(reason)} Nothing was changed.`;
  return { forModel: text, forUser: text };
}

export function describeHookDenial({ name, reason }: HookAnswer): string {
  return `Blocked by the hook ${name}${reason === undefined ? "." : `: ${toSentence(reason)}`} Nothing was changed.`;
}

export function describeRewrite(name: string, input: string): string {
  return `[One of the user's hooks changed the input of this ${name} call to ${truncate(input, REWRITE_CHARS_MAX)}]`;
}

export function describeThrow(name: string, error: unknown): string {
  return `${name} failed: ${messageOf(error)}`;
}

/** Names the tool that was probably meant, and all available tools. */
export function describeUnknownTool(name: string, known: readonly string[]): string {
  if (known.length === 0) return `Tool "${name}" not found: no tools are available in this mode.`;
  const near = findNearName(name, known);
  const guess = near === undefined ? "" : ` Did you mean "${near}"?`;
  const shown = known.slice(0, TOOL_NAMES_SHOWN_MAX).join(", ");
  const more = known.length > TOOL_NAMES_SHOWN_MAX ? `, and ${known.length - TOOL_NAMES_SHOWN_MAX} more` : "";
  return `Tool "${name}" not found.${guess} Available tools: ${shown}${more}.`;
}

/** Unlike users' typing errors: models write `read_file` for `read`, or omit the server in `mcp__docs__search`. */
function findNearName(name: string, known: readonly string[]): string | undefined {
  const plain = simplify(name);
  if (plain === "") return undefined;
  const same = known.find((other) => simplify(other) === plain);
  if (same !== undefined) return same;
  const isNear = (other: string): boolean => Math.abs(simplify(other).length - plain.length) <= TOOL_NAME_DISTANCE_MAX;
  const distances = known.filter(isNear).map((other) => ({ other, distance: editDistance(plain, simplify(other)) }));
  const nearest = distances.toSorted((one, two) => one.distance - two.distance)[0];
  if (nearest !== undefined && nearest.distance <= Math.min(TOOL_NAME_DISTANCE_MAX, plain.length / 2))
    return nearest.other;
  return known.find((other) => plain.startsWith(simplify(other)) || simplify(other).endsWith(plain));
}

function simplify(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}
