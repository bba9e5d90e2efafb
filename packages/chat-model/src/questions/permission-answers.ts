// The answers to a permission question as a person reads them: the few that are usual first, the rest on demand.
import type { PermissionOption } from "@parley/acp";
import { revealLine } from "@parley/base";
import { isOwnOption, toPermissionChoices, type PermissionChoice, type RememberScope } from "./permission-choices.ts";

export interface PermissionAnswer {
  readonly option: PermissionOption;
  readonly label: string;
  /** Says the same without what it is about, where there is little room. */
  readonly shortLabel: string;
  readonly letter: string | undefined;
  /** Remembered by Parley, not by the agent. */
  readonly remember?: RememberScope["scope"] | undefined;
}

export interface PermissionAnswers {
  /** At most four: once, for this session, always here, no. */
  readonly first: readonly PermissionAnswer[];
  readonly more: readonly PermissionAnswer[];
  /** The option that goes with a text for the agent: what to do instead. */
  readonly rejection: PermissionOption | undefined;
}

export interface PermissionAsked {
  readonly options: readonly PermissionOption[];
  /** What can be remembered, in words: "writing add.js". */
  readonly proposals: readonly string[];
}

const FIRST_MAX = 4;
const SHORT: ReadonlyMap<string, string> = new Map([
  ["parley:allow-session", "Allow for this session"],
  ["parley:allow-workspace", "Always allow in this folder"],
  ["parley:reject-workspace", "Never allow in this folder"],
]);

/** Options of Parley's own questions already say what is remembered; for those of agents, Parley offers it in addition. */
export function toPermissionAnswers({ options, proposals }: PermissionAsked): PermissionAnswers {
  const choices = toPermissionChoices(options);
  const once = findKind(choices, "allow_once");
  const no = findKind(choices, "reject_once") ?? findKind(choices, "reject_always");
  const canRemember = proposals.length > 0 && !options.some(isOwnOption);
  const what = revealLine(proposals.join(", "));
  const lasting = canRemember && once !== undefined ? toLasting(once, what) : [];
  const always = choices.filter(({ option }) => option.kind === "allow_always").map(toAnswer);
  const head = [...(once === undefined ? [] : [toAnswer(once)]), ...(lasting.length > 0 ? lasting : always)];
  const room = no === undefined ? FIRST_MAX : FIRST_MAX - 1;
  const first = [...head.slice(0, room), ...(no === undefined ? [] : [toAnswer(no)])];
  const shown = new Set(first.filter(({ remember }) => remember === undefined).map(({ option }) => option));
  const more = [
    ...head.slice(room),
    ...choices.filter(({ option }) => !shown.has(option)).map(toAnswer),
    ...(canRemember && no !== undefined ? [toNever(no, what)] : []),
  ].filter((answer, index, all) => all.findIndex((other) => isSame(answer, other)) === index);
  return { ...withLetters(first, more), rejection: no?.option };
}

function findKind(choices: readonly PermissionChoice[], kind: string): PermissionChoice | undefined {
  return choices.find(({ option }) => option.kind === kind);
}

function toAnswer({ option, label }: PermissionChoice): PermissionAnswer {
  return { option, label, shortLabel: SHORT.get(option.optionId) ?? label, letter: undefined };
}

function toLasting({ option }: PermissionChoice, what: string): PermissionAnswer[] {
  const texts = [
    ["session", `Allow ${what} for this session`, "Allow for this session"],
    ["workspace", `Always allow ${what} in this folder`, "Always allow in this folder"],
    ["always", `Always allow ${what} everywhere`, "Always allow everywhere"],
  ] as const;
  return texts.map(([remember, label, shortLabel]) => ({ option, label, shortLabel, remember, letter: undefined }));
}

function toNever({ option }: PermissionChoice, what: string): PermissionAnswer {
  const label = `Never allow ${what} in this folder`;
  return { option, label, shortLabel: "Never allow in this folder", remember: "workspace", letter: undefined };
}

function isSame(one: PermissionAnswer, other: PermissionAnswer): boolean {
  return one.option === other.option && one.remember === other.remember;
}

/** A letter means the same in every question; an answer without one of its own is chosen by its number. */
function withLetters(
  first: readonly PermissionAnswer[],
  more: readonly PermissionAnswer[],
): Pick<PermissionAnswers, "first" | "more"> {
  const taken = new Set<string>();
  const lettered = (answer: PermissionAnswer): PermissionAnswer => {
    const letter = lettersOf(answer).find((one) => !taken.has(one));
    if (letter !== undefined) taken.add(letter);
    return { ...answer, letter };
  };
  return { first: first.map(lettered), more: more.map(lettered) };
}

function lettersOf({ option: { kind, optionId }, remember }: PermissionAnswer): readonly string[] {
  const isHere = remember === "workspace" || optionId.endsWith("-workspace");
  switch (kind) {
    case "allow_once":
      return remember === undefined ? ["y"] : remember === "session" ? ["a"] : isHere ? ["f"] : ["e"];
    case "allow_always":
      return isHere ? ["f"] : ["a", "f"];
    case "reject_once":
      return remember === undefined ? ["n"] : ["d"];
    case "reject_always":
      return ["d", "n"];
    default:
      return [];
  }
}
