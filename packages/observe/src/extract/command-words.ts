// Splits a command line into its simple commands, at any depth. Words computed at run time are empty.
import { forEachChild, parse, type Command, type Redirection, type SyntaxNode, type Word, type WordPart } from "unbash";
import { BRACES_MAX, COMMAND_CHARS_MAX, NESTING_MAX, WORDS_MAX } from "../limits.ts";

interface Redirected {
  readonly target: string;
  readonly action: "read" | "write";
}

export interface CommandPart {
  /** The program first. A word that is only known at run time is empty. */
  readonly words: readonly string[];
  readonly redirects: readonly Redirected[];
}

/** Characters that a backslash escapes; before any other it belongs to a Windows path. */
const ESCAPED = /\\(?:\n|([\s"'\\$`&;|<>()*?[\]{}#!~]))/g;
/** Words without anything to expand, which most are. */
const PLAIN = /^[\w./:@%+,=-]*$/;
/** Such a word may contain commands. */
const NESTED = /\$[({]|`|[<>]\(/;

/** Appended when a line could not be parsed to its end: it may contain another command. */
const UNKNOWN: CommandPart = { words: [""], redirects: [] };

export function cutCommand(line: string): readonly CommandPart[] {
  const cut: Cut = { parts: [], wordsLeft: WORDS_MAX, isWhole: true };
  const text = limitBraces(line);
  if (text.length < line.length) cut.isWhole = false;
  try {
    collect(parse(text), cut, 0);
  } catch (error) {
    // Deeply nested functions overflow the parser's stack.
    if (!(error instanceof RangeError)) throw error;
    cut.isWhole = false;
  }
  return cut.isWhole ? cut.parts : [...cut.parts, UNKNOWN];
}

interface Cut {
  readonly parts: CommandPart[];
  wordsLeft: number;
  isWhole: boolean;
}

/** The parser scans the rest of the word for each brace, so too many braces would take seconds. */
function limitBraces(line: string): string {
  const text = line.slice(0, COMMAND_CHARS_MAX);
  let at = -1;
  for (let count = 0; count < BRACES_MAX; count += 1) {
    at = text.indexOf("{", at + 1);
    if (at < 0) return text;
  }
  return text.slice(0, at);
}

function collect(node: SyntaxNode, cut: Cut, depth: number): void {
  if (depth > NESTING_MAX || cut.wordsLeft <= 0) {
    cut.isWhole = false;
    return;
  }
  if (node.type === "Word" && !NESTED.test(node.text)) return;
  if (node.type === "Script" && (node.errors ?? []).length > 0) cut.isWhole = false;
  const part = toPart(node);
  if (part !== undefined && part.words.length + part.redirects.length > 0) {
    cut.parts.push(part);
    cut.wordsLeft -= part.words.length;
  }
  forEachChild(node, (child) => {
    collect(child, cut, depth + 1);
  });
}

function toPart(node: SyntaxNode): CommandPart | undefined {
  if (node.type === "Command") return { words: toWords(node), redirects: toRedirects(node.redirects) };
  return node.type === "Redirected" ? { words: [], redirects: toRedirects(node.redirects) } : undefined;
}

/** With the variables in front of it. */
function toWords({ prefix, name, args }: Command): string[] {
  const set = prefix.flatMap((part) => (part.type === "Assignment" ? [part.text] : []));
  const given = args.slice(0, WORDS_MAX).map((word) => (word.type === "Word" ? toText(word) : word.text));
  return [...set, ...(name === undefined ? [] : [toText(name)]), ...given];
}

function toRedirects(redirects: readonly Redirection[]): Redirected[] {
  return redirects.flatMap((redirect) => {
    // Here-documents and descriptors are not files.
    if (redirect.type !== "Redirect" || redirect.target === undefined) return [];
    const target = toText(redirect.target);
    if (target === "" || target === "-" || target.startsWith("/dev/")) return [];
    if (redirect.operator.endsWith("&") && /^\d+-?$/.test(target)) return [];
    return [{ target, action: redirect.operator.includes(">") ? "write" : "read" } as const];
  });
}

/** Empty if the shell expands it to something else. */
function toText(word: Word): string {
  const { text } = word;
  if (PLAIN.test(text)) return text;
  const { parts } = word;
  if (parts === undefined) return /[$`*?]/.test(text.replaceAll(ESCAPED, "")) ? "" : unescape(text);
  const texts = parts.map(partText);
  return texts.includes(undefined) ? "" : texts.join("");
}

function partText(part: WordPart): string | undefined {
  switch (part.type) {
    case "Literal":
      return unescape(part.text);
    case "SingleQuoted":
    case "AnsiCQuoted":
      return part.value;
    case "DoubleQuoted":
      return part.parts.every((child) => child.type === "Literal")
        ? part.parts.map(({ value }) => value).join("")
        : undefined;
    case "Glob":
      // `app/[id]/page.tsx` is the name of a file more often than it is a pattern.
      return part.kind === "bracket" && !/[*?$`]/.test(part.text) ? part.text : undefined;
    case "ArithmeticExpansion":
    case "BraceExpansion":
    case "CommandExpansion":
    case "ExtendedGlob":
    case "LocaleString":
    case "ParameterExpansion":
    case "ProcessSubstitution":
    case "SimpleExpansion":
      return undefined;
  }
}

function unescape(text: string): string {
  return text.includes("\\") ? text.replaceAll(ESCAPED, "$1") : text;
}
