// An agent's options as shown to the user: each id once, and each name says what the option does.
import type { PermissionOption } from "@parley/acp";
import { toVisible } from "@parley/policy";
import { OPTION_NAME_CHARS_MAX } from "../../limits.ts";

export interface OfferedOptions {
  readonly options: readonly PermissionOption[];
  /** An id with more than one kind: the user could not know what it selects. */
  readonly ambiguous: readonly string[];
}

const WORDS: Readonly<Record<string, string>> = {
  allow_once: "Allow once",
  allow_always: "Allow always",
  reject_once: "Reject once",
  reject_always: "Reject always",
};

const YES =
  /\b(?:allow\w*|yes|y|approv\w*|accept\w*|proceed|continue|run|ok|okay|grant\w*|permit\w*|trust|confirm|apply|go|enable)\b/i;
const NO =
  /\b(?:reject\w*|no|n|nope|deny|denied|don'?t|do not|cancel\w*|declin\w*|refus\w*|stop|abort|never|skip|disallow\w*|block\w*|not)\b/i;
const EVER = /\b(?:always|session|again|all|every\w*|remember|forever|permanent\w*|never|future|trust)\b/i;
/** These words alone mean yes. */
const BARE = /^(?:always|once)\b/i;
const ONCE = /\bonce\b|\bthis time\b/i;

export function toOfferedOptions(options: readonly PermissionOption[]): OfferedOptions {
  const kinds = new Map<string, Set<string>>();
  for (const { optionId, kind } of options) kinds.set(optionId, (kinds.get(optionId) ?? new Set()).add(kind));
  const isClear = ({ optionId }: PermissionOption): boolean => kinds.get(optionId)?.size === 1;
  const known = new Set<string>();
  const offered = options.filter((option) => {
    if (!isClear(option) || known.has(option.optionId)) return false;
    known.add(option.optionId);
    return true;
  });
  return {
    options: offered.map((option) => ({ ...option, name: toHonestName(option) })),
    ambiguous: [...kinds].flatMap(([id, found]) => (found.size > 1 ? id : [])),
  };
}

/** The kind comes first if the agent's name for the option contradicts it. */
function toHonestName({ name, kind }: PermissionOption): string {
  const shown = toVisible(name, OPTION_NAME_CHARS_MAX).trim();
  const words = WORDS[kind];
  if (words === undefined || saysKind(shown, kind)) return shown;
  return shown === "" ? words : `${words} (the agent calls it “${shown}”)`;
}

function saysKind(name: string, kind: string): boolean {
  const text = name.replaceAll("_", " ");
  // The user reads the first of the two words: “Yes, and don't ask again”.
  const yes = YES.exec(text)?.index ?? Number.POSITIVE_INFINITY;
  const no = NO.exec(text)?.index ?? Number.POSITIVE_INFINITY;
  if (kind.startsWith("reject")) return text !== "" && no <= yes;
  if (yes >= no && !(yes === no && BARE.test(text))) return false;
  return kind === "allow_always" ? EVER.test(text) || /don'?t ask/i.test(text) : ONCE.test(text) || !EVER.test(text);
}
