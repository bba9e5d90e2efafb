// The choices of a permission question: the agent's options with their keys, and the scopes for remembering an answer.
import type { PermissionOption } from "@parley/acp";
import { revealLine } from "@parley/base";

export interface PermissionChoice {
  readonly option: PermissionOption;
  readonly label: string;
  /** The keys that select the choice: a digit for the first nine, and a letter if it is unambiguous. */
  readonly digit: string;
  readonly letter: string | undefined;
}

const KINDS: Readonly<Record<string, { readonly letter: string; readonly words: string }>> = {
  allow_once: { letter: "y", words: "Allow once" },
  allow_always: { letter: "a", words: "Allow always" },
  reject_once: { letter: "n", words: "Reject once" },
  reject_always: { letter: "d", words: "Reject always" },
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
function labelOf({ name, kind }: PermissionOption): string {
  const words = Object.hasOwn(KINDS, name) ? KINDS[name]?.words : undefined;
  return words ?? (revealLine(name) || KINDS[kind]?.words || name);
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
