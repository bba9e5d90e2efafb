// Examines the file of a redirect like any other path, except that the user may allow it.
import { NONE } from "../concerns.ts";
import type { CommandFacts, PathFacts, Redirect } from "../facts.ts";
import type { Item, Sets } from "../item.ts";
import { REASON_SUBJECT_CHARS_MAX } from "../limits.ts";
import { examinePath } from "../paths/examine-path.ts";
import { Matches } from "../rules/rule.ts";
import { shorten } from "../text.ts";
import { isHarmlessDevice } from "./named-paths.ts";

export function examineRedirect(
  redirect: Redirect,
  folder: string | undefined,
  facts: CommandFacts,
  sets: Sets,
): Item[] {
  const { target, mode } = redirect;
  if (target.isLiteral && isHarmlessDevice(target.text)) return [];
  const kind = mode === "read" ? "read" : "write";
  if (!target.isLiteral || target.real === undefined || folder === undefined) {
    const name = shorten(target.text, REASON_SUBJECT_CHARS_MAX);
    const ceiling = { id: "unknown-file", sentence: `The file ${name} is only known at run time` };
    return [{ name, effect: kind, concerns: NONE, ceiling, written: new Matches(), remembered: new Matches() }];
  }
  return [examinePath(kind, toFacts(redirect, target.real, facts), sets, "ceiling")];
}

function toFacts({ target, kind = "missing" }: Redirect, real: string, facts: CommandFacts): PathFacts {
  const { workspace, roots, platform } = facts;
  return { workspace, roots, platform, requested: target.text, real, kind };
}
