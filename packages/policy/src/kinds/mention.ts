// Strings in a tool's input that might be paths. Protected paths are protected here, too.
import { NONE } from "../concerns.ts";
import type { MentionFacts } from "../facts.ts";
import { matchSets, type Item, type Sets } from "../item.ts";
import { PATH_CHARS_MAX, REASON_SUBJECT_CHARS_MAX } from "../limits.ts";
import { findRoot, isNormal, toSegments } from "../path-text.ts";
import { examinePath } from "../paths/examine-path.ts";
import type { PathKind } from "../request.ts";
import { Matches, type Rule } from "../rules/rule.ts";
import { shorten } from "../text.ts";

/** `kind`: what the tool does with its paths. Empty for a string that names nothing relevant. */
export function examineMention(kind: PathKind, facts: MentionFacts, sets: Sets): readonly Item[] {
  const { real, platform, requested, isWeak } = facts;
  if (real.length > PATH_CHARS_MAX || !isNormal(real, platform)) return [];
  const name = shorten(requested, REASON_SUBJECT_CHARS_MAX);
  const bare = { name, effect: "nothing", concerns: NONE, written: new Matches(), remembered: new Matches() } as const;
  const root = findRoot(real, facts);
  const isThere = !isWeak && facts.kind !== "missing";
  if (root === undefined) {
    const sentence = `${name} is outside this session's folders`;
    return isThere ? [{ ...bare, ceiling: { id: "outside-roots", sentence } }] : [];
  }
  const items: Item[] = isThere ? [examinePath("read", facts, sets)] : [];
  const subject = { real, segments: toSegments(root, real, platform), platform };
  const matches = matchSets(sets, (set, found) => {
    for (const one of new Set<PathKind>(["read", kind])) set.paths.match(subject, one, NONE, found);
  });
  const { written, remembered } = matches;
  if (written.deny !== undefined || remembered.deny !== undefined) {
    items.push({ ...bare, written: denying(written.deny), remembered: denying(remembered.deny) });
  }
  if (facts.isTree === true && sets.written.paths.couldDenyBelow(subject, "read")) {
    items.push({
      ...bare,
      ceiling: { id: "denied-below", sentence: `${name} may include files that a rule protects` },
    });
  }
  return items;
}

function denying(rule: Rule | undefined): Matches {
  const matches = new Matches();
  if (rule !== undefined) matches.add(rule, NONE);
  return matches;
}
