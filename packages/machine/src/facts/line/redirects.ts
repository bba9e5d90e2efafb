// Redirects: the files that a command reads and writes through them, and the text on its stdin.
import type { HereDoc, Redirect, RedirectDescriptor, Redirection, RedirectOperator } from "unbash";
import type { FoundCommand, FoundRedirect, Place } from "./found.ts";
import type { Reader } from "./reader.ts";
import { readHereText } from "./words.ts";

const MODES: Readonly<Record<RedirectOperator, readonly FoundRedirect["mode"][]>> = {
  "<": ["read"],
  "<&": ["read"],
  "<>": ["read", "write"],
  ">": ["write"],
  ">|": ["write"],
  ">&": ["write"],
  "&>": ["write"],
  ">>": ["append"],
  "&>>": ["append"],
};

/** Any other spelling may refer to something else than it seems. */
const DELIMITER = /^(?:[\w.-]+|'[^'\n]+'|"[^"\n$`\\]+"|\\\w+)$/;

export function readRedirect(reader: Reader, command: FoundCommand, node: Redirection, place: Place): void {
  readDescriptor(reader, node.descriptor);
  if (node.type === "Redirect") readFileRedirect(reader, command, node, place);
  else if (node.type === "HereDoc") readHereDocument(reader, command, node, place);
  else if (node.target === undefined) reader.doubt();
  else {
    const { text, isLiteral } = reader.word(node.target, place);
    command.input = { text: isLiteral ? text : undefined };
  }
}

/** `{name}>f` stores a number in a variable. */
function readDescriptor(reader: Reader, descriptor: RedirectDescriptor | undefined): void {
  if (descriptor?.type !== "FileDescriptorVariable") return;
  if (/^\w+$/.test(descriptor.name)) reader.found.assign(descriptor.name, "0");
  else reader.doubt();
}

function readFileRedirect(reader: Reader, command: FoundCommand, node: Redirect, place: Place): void {
  if (node.target === undefined) {
    reader.doubt();
    return;
  }
  const target = reader.word(node.target, place);
  const isCopying = node.operator.endsWith("&");
  // `>&-` closes a descriptor, `>&2` copies one, `>&2-` moves one: no file is involved.
  if (isCopying && target.isLiteral && /^(?:\d+-?|-)$/.test(target.text)) return;
  // The dash ends it: anything directly after it is another word.
  if (isCopying && node.target.text.startsWith("-")) reader.doubt();
  // Bash expands the word after `>&` a second time: `>&'$(rm x)'` runs rm, quoted or not.
  if (isCopying && !/^[\w./,:@%+-]*$/.test(target.text)) reader.doubt();
  for (const mode of MODES[node.operator]) command.redirects.push({ mode, target });
}

function readHereDocument(reader: Reader, command: FoundCommand, node: HereDoc, place: Place): void {
  const { delimiter, body, closing, operator } = node;
  const isRaw = delimiter?.quoted === true;
  if (closing === undefined || !DELIMITER.test(delimiter?.text ?? "")) reader.doubt();
  const text = isRaw ? body.text : readHereText(reader, body, place);
  command.input = { text: operator === "<<-" ? text?.replaceAll(/^\t+/gm, "") : text };
}
