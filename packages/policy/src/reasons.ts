// Describes the reason of a decision to the user.
import type { Item } from "./item.ts";
import type { ApprovalLevel, Effect } from "./levels.ts";
import type { Rule } from "./rules/rule.ts";

/** Why the level allows an item. */
export function describeAllowed(item: Item, level: ApprovalLevel): string {
  return `${nameLevel(level)} allows ${describeEffect(item)}`;
}

/** Why the level asks about an item. */
export function explainLevel(item: Item, level: ApprovalLevel): string {
  const { worry, written, remembered } = item;
  const cause = worry?.sentence ?? describeDanger(item);
  if (cause === undefined) return `${nameLevel(level)}: ${describeEffect(item)} needs your approval`;
  if (remembered.narrow !== undefined) return `${cause}; your earlier choice does not cover this`;
  return written.narrow === undefined ? cause : `${cause}; the rule ${written.narrow.ref.id} does not cover this`;
}

/** `Supervised mode`. */
function nameLevel(level: ApprovalLevel): string {
  return `${level.charAt(0).toUpperCase()}${level.slice(1)} mode`;
}

const EFFECTS: Readonly<Record<Effect, string>> = {
  nothing: "using",
  read: "reading",
  write: "writing",
  move: "moving",
  delete: "deleting",
  "harmless-command": "running",
  command: "running",
  fetch: "fetching from",
  tool: "using",
  unseen: "using",
};
const FILE_EFFECTS: ReadonlySet<Effect> = new Set(["read", "write", "move", "delete"]);

/** `writing add.js`, `running npm`. Of a path only the file name: the question shows the whole path. */
function describeEffect({ name, effect }: Item): string {
  const fileName = FILE_EFFECTS.has(effect) ? name.split("/").findLast((part) => part !== "") : undefined;
  return `${EFFECTS[effect]} ${fileName ?? name}`;
}

function describeDanger({ name, danger }: Item): string | undefined {
  if (danger === undefined) return undefined;
  return `${name} ${danger.sentence.charAt(0).toLowerCase()}${danger.sentence.slice(1)}`;
}

export function describeRule(name: string, { verdict, ref, text }: Rule): string {
  if (ref.source === "remembered") return verdict === "allow" ? `You allowed ${text}` : `You rejected ${text}`;
  if (verdict === "ask") return `A rule requires approval for ${name} (${text})`;
  return `A rule ${verdict === "allow" ? "allows" : "denies"} ${name} (${text})`;
}
