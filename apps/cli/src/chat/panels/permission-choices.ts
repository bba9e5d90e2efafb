// The answers to a permission question: the agent's own options, each with a key; the scopes in which one may be remembered.
import type { PermissionOption } from "@parley/acp";
import type { Scope } from "@parley/policy";

export interface PermissionChoice {
  readonly option: PermissionOption;
  /** What a person presses: a digit, always, and a letter where it is clear. */
  readonly digit: string;
  readonly letter: string | undefined;
}

const LETTERS: Readonly<Record<string, string>> = {
  allow_once: "y",
  allow_always: "a",
  reject_once: "n",
  reject_always: "d",
};

/** Told apart by their ids: of two options of a kind, the first has the letter. */
export function toChoices(options: readonly PermissionOption[]): PermissionChoice[] {
  const taken = new Set<string>();
  return options.map((option, index) => {
    const letter = LETTERS[option.kind];
    const isFree = letter !== undefined && !taken.has(letter);
    if (isFree) taken.add(letter);
    return { option, digit: index < 9 ? String(index + 1) : "", letter: isFree ? letter : undefined };
  });
}

export interface Remembering {
  readonly label: string;
  readonly scope: Scope | undefined;
}

/** The first is what holds when nothing is said. */
export function toRememberings(sessionId: string, workspace: string): Remembering[] {
  return [
    { label: "no", scope: undefined },
    { label: "in this session", scope: { scope: "session", sessionId } },
    { label: "in this folder", scope: { scope: "workspace", workspace } },
    { label: "always", scope: { scope: "always" } },
  ];
}
