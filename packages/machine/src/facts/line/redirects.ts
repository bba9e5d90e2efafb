// Redirects: the files that a command reads and writes by them, and the text it is fed.
import type { Redirect } from "@parley/policy";
import { readHereDocument } from "../syntax/here-document.ts";
import type { SyntaxNode } from "../syntax/syntax-tree.ts";
import type { FoundCommand, Place } from "./found.ts";
import { textOf, type Reader } from "./reader.ts";
import { readHereText } from "./words.ts";

const MODES: Readonly<Record<string, Redirect["mode"]>> = {
  "<": "read",
  "<&": "read",
  ">": "write",
  ">|": "write",
  ">&": "write",
  "&>": "write",
  ">>": "append",
  "&>>": "append",
};

/** What stands behind a command: redirects, and words that the grammar counts as part of one. */
export function readTail(reader: Reader, command: FoundCommand, tail: readonly SyntaxNode[], place: Place): void {
  for (const node of tail) {
    if (node.type === "file_redirect") readFileRedirect(reader, command, node, place);
    else if (node.type === "herestring_redirect") readHereString(reader, command, node, place);
    else if (node.type === "heredoc_redirect") readHereDocumentInto(reader, command, node, place);
    else command.args.push(reader.word(node, place));
  }
}

function readFileRedirect(reader: Reader, command: FoundCommand, node: SyntaxNode, place: Place): void {
  const operator = node.children.find(({ isNamed }) => !isNamed)?.type ?? "";
  const words = node.children
    .filter(({ field }) => field === "destination")
    .map((destination) => reader.word(destination, place));
  // `>&-` closes a descriptor: there is no file.
  const isClosing = operator.endsWith("-");
  const target = isClosing ? undefined : words.shift();
  command.args.push(...words);
  const mode = MODES[operator];
  if (target === undefined || mode === undefined) {
    if (!isClosing) reader.doubt();
    return;
  }
  const isDescriptor = operator.endsWith("&") && target.isLiteral && /^(?:\d+-?|-)$/.test(target.text);
  if (isDescriptor) return;
  // Bash expands the word of `>&` a second time: `>&'$(rm x)'` runs rm, quotes or not.
  if (operator.endsWith("&") && !/^[\w./,:@%+-]*$/.test(target.text)) reader.doubt();
  command.redirects.push({ mode, target });
}

function readHereString(reader: Reader, command: FoundCommand, node: SyntaxNode, place: Place): void {
  const last = node.children.at(-1);
  if (last === undefined) return;
  const { text, isLiteral } = reader.word(last, place);
  command.input = { text: isLiteral ? text : undefined };
}

function readHereDocumentInto(reader: Reader, command: FoundCommand, node: SyntaxNode, place: Place): void {
  const found = readHereDocument(reader.source, node);
  const body = node.children.find(({ type }) => type === "heredoc_body");
  if (found === undefined || body === undefined) {
    // An empty one has no body, and a broken one was doubted already.
    command.input = { text: undefined };
    if (body !== undefined) readHereText(reader, body, body, place);
    return;
  }
  const text = found.isRaw ? textOf(reader, { ...body, ...found.body }) : readHereText(reader, body, found.body, place);
  const isIndented = node.children.some(({ type }) => type === "<<-");
  command.input = { text: isIndented ? text?.replaceAll(/^\t+/gm, "") : text };
}
