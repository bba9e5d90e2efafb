// The folder that a command of a line runs in, as far as the line determines it: the start, and every `cd` since.

export type Folder =
  | { readonly kind: "start" }
  /** The folder of a function's caller. */
  | { readonly kind: "anywhere" }
  | { readonly kind: "unknown" }
  /** The line does not continue from here. */
  | { readonly kind: "nowhere" }
  | Moved
  | Returned
  /** A `cd` that failed. */
  | { readonly kind: "unmoved"; readonly moved: Moved; readonly isFirst: boolean }
  | { readonly kind: "either"; readonly one: Folder; readonly other: Folder };

interface Moved {
  readonly kind: "moved";
  readonly from: Folder;
  readonly path: string;
  /** The path is relative to the home folder. */
  readonly isFromHome: boolean;
  /** The stack of `popd`, next entry first. */
  readonly stack: readonly Folder[];
}

interface Returned {
  readonly kind: "returned";
  readonly from: Folder;
  readonly to: Folder;
  readonly stack: readonly Folder[];
}

/** The folder afterwards, by exit status of the command. */
export interface Outcome {
  readonly success: Folder;
  readonly failure: Folder;
}

export const START: Folder = { kind: "start" };
export const ANYWHERE: Folder = { kind: "anywhere" };
export const UNKNOWN: Folder = { kind: "unknown" };
export const NOWHERE: Folder = { kind: "nowhere" };

export function stay(folder: Folder): Outcome {
  return { success: folder, failure: folder };
}

export function either(one: Folder, other: Folder): Folder {
  if (one === other || other.kind === "nowhere") return one;
  if (one.kind === "nowhere") return other;
  return one.kind === "unknown" || other.kind === "unknown" ? UNKNOWN : { kind: "either", one, other };
}

/** The folder after a command whose exit status is not checked. */
export function settle({ success, failure }: Outcome): Folder {
  return either(success, failure);
}

/** One argument of a command that changes the folder. */
interface Operand {
  readonly text: string;
  readonly isLiteral: boolean;
  readonly isTilde: boolean;
}

const CHANGERS: ReadonlySet<string> = new Set(["cd", "chdir", "pushd", "popd"]);

export function changesFolder(program: string): boolean {
  return CHANGERS.has(program);
}

/** `isFirst`: nothing ran before it that could have removed the folder. */
export function move(program: string, args: readonly Operand[], from: Folder, isFirst: boolean): Outcome {
  const to = program === "popd" ? goBack(args, from) : goTo(program, args, from);
  if (to.kind === "unknown") return stay(UNKNOWN);
  return { success: to, failure: to.kind === "moved" ? { kind: "unmoved", moved: to, isFirst } : UNKNOWN };
}

function goTo(program: string, args: readonly Operand[], from: Folder): Folder {
  const start = args.findIndex(({ text, isLiteral }) => !isLiteral || !/^-[LPe@]+$/.test(text));
  const operands = (start < 0 ? [] : args.slice(start)).filter(({ text }, index) => index > 0 || text !== "--");
  const [operand, more] = operands;
  if (more !== undefined) return UNKNOWN;
  const stack = program === "pushd" ? [from, ...stackOf(from)] : stackOf(from);
  if (operand === undefined) {
    return program === "pushd" ? UNKNOWN : { kind: "moved", from, path: ".", isFromHome: true, stack };
  }
  const { text, isTilde, isLiteral } = operand;
  if (isTilde && /^~(?:$|\/)/.test(text))
    return { kind: "moved", from, path: `.${text.slice(1)}`, isFromHome: true, stack };
  if (text === "-" && from.kind === "moved") return { kind: "returned", from, to: from.from, stack };
  // `-2` and `+2` are positions on the stack.
  if (!isLiteral || text === "" || /^[-+]/.test(text)) return UNKNOWN;
  if (from.kind === "unknown" && !text.startsWith("/")) return UNKNOWN;
  return { kind: "moved", from, path: text, isFromHome: false, stack };
}

function goBack(args: readonly Operand[], from: Folder): Folder {
  const [to, ...stack] = stackOf(from);
  return to === undefined || args.length > 0 ? UNKNOWN : { kind: "returned", from, to, stack };
}

function stackOf(folder: Folder): readonly Folder[] {
  return "stack" in folder ? folder.stack : [];
}
