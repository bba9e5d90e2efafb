// The choices of a permission question: the agent's options with their keys, and the scopes for remembering an answer.
import type { PermissionOption } from "@parley/acp";
import { revealLine, t } from "@parley/base";
import { readSentence } from "../words/read-sentence.ts";

export interface PermissionChoice {
  readonly option: PermissionOption;
  readonly label: string;
  /** The keys that select the choice: a digit for the first nine, and a letter if it is unambiguous. */
  readonly digit: string;
  readonly letter: string | undefined;
}

interface KindWords {
  readonly letter: string;
  readonly toWords: () => string;
}

const KINDS: Readonly<Record<string, KindWords>> = {
  allow_once: { letter: "y", toWords: () => t("Allow once") },
  allow_always: { letter: "a", toWords: () => t("Allow always") },
  reject_once: { letter: "n", toWords: () => t("Reject once") },
  reject_always: { letter: "d", toWords: () => t("Reject always") },
};

/** If two options have the same kind, only the first gets the letter. */
export function toPermissionChoices(options: readonly PermissionOption[]): PermissionChoice[] {
  const taken = new Set<string>();
  return options.map((option, index) => {
    const letter = KINDS[option.kind]?.letter;
    const isFree = letter !== undefined && !taken.has(letter);
    if (isFree) taken.add(letter);
    const digit = index < 9 ? String(index + 1) : "";
    return { option, label: labelOf(option), digit, letter: isFree ? letter : undefined };
  });
}

/** Some agents label an option only with the name of its kind. */
function labelOf(option: PermissionOption): string {
  const { name, kind } = option;
  if (isOwnOption(option)) return revealLine(readSentence(name));
  const words = Object.hasOwn(KINDS, name) ? KINDS[name]?.toWords() : undefined;
  return words ?? (revealLine(name) || KINDS[kind]?.toWords() || name);
}

/** Preselects "allow once" if the agent offers it, so that pressing Enter allows just this call. */
export function preselectedChoice(choices: readonly PermissionChoice[]): number {
  return Math.max(
    0,
    choices.findIndex(({ option }) => option.kind === "allow_once"),
  );
}

/** For what an answer is remembered. */
export type RememberScope =
  | { readonly scope: "session"; readonly sessionId: string }
  | { readonly scope: "workspace"; readonly workspace: string }
  | { readonly scope: "always" };

/** Finds the choice for a typed digit or letter. */
export function choiceByKey(choices: readonly PermissionChoice[], typed: string): PermissionChoice | undefined {
  const key = typed.toLowerCase();
  return choices.find(({ digit, letter }) => letter === key || (digit !== "" && digit === key));
}

/** Whether Parley made the option, and not the agent. */
export function isOwnOption({ optionId }: PermissionOption): boolean {
  return optionId.startsWith("parley:");
}
