// Splits a prompt that lists its tasks with numbers or bullets.
import { mask } from "./masked.ts";
import type { Piece } from "./split-prompt.ts";
import {
  announcesNoTasks,
  beginsWithVerb,
  dropFirst,
  isInOrder,
  isMereOpening,
  takeOrderWords,
  type After,
} from "./words.ts";

const ITEM = /^([ \t]*)(?:(\d{1,2}[.)])|[-*•])[ \t]+(?:\[[ xX]?\][ \t]+)?(?=\S)/;

/** Empty if the prompt has no list of tasks. */
export function splitList(prompt: string): readonly Piece[] {
  const { introduction, items, rest, isNumbered } = findList(prompt);
  if (items.length < 2 || announcesNoTasks(introduction)) return [];
  // Every numbered item is a task; a bullet may also mark something that is only mentioned.
  if (!items.every((item) => (isNumbered ? /\S\s+\S/.test(item) : false) || beginsWithVerb(item))) return [];
  const isOrdered = isInOrder(introduction);
  const context = [introduction, rest].filter((text) => text !== "" && !isMereOpening(text)).join("\n\n");
  return items.map((item, index) => {
    const { text, after } = takeOrderWords(item);
    const words = index === 0 ? dropFirst(text) : text;
    return { text: words, after: toAfter(after, isOrdered, index), ...(context === "" ? {} : { context }) };
  });
}

function toAfter(after: After, isOrdered: boolean, index: number): After {
  if (index === 0) return "nothing";
  return isOrdered && after === "nothing" ? "previous" : after;
}

interface FoundList {
  readonly introduction: string;
  readonly items: readonly string[];
  readonly rest: string;
  readonly isNumbered: boolean;
}

function findList(prompt: string): FoundList {
  const lines = prompt.split("\n");
  const masked = mask(prompt).split("\n");
  const before: string[] = [];
  const items: string[][] = [];
  const behind: string[] = [];
  let indent = "";
  let isNumbered = false;
  lines.forEach((line, index) => {
    const found = behind.length > 0 ? null : ITEM.exec(masked[index] ?? "");
    const item = items.at(-1);
    if (found !== null && item === undefined) {
      indent = found[1] ?? "";
      isNumbered = found[2] !== undefined;
      items.push([line.slice(found[0].length)]);
    } else if (item === undefined) before.push(line);
    else if (found !== null && found[1] === indent && (found[2] !== undefined) === isNumbered) {
      items.push([line.slice(found[0].length)]);
    } else if (behind.length > 0 || isBehind(line, lines[index - 1], found !== null)) behind.push(line);
    else item.push(line);
  });
  return {
    introduction: before.join("\n").trim(),
    items: items.map((item) => item.join("\n").trim()),
    rest: behind.join("\n").trim(),
    isNumbered,
  };
}

/** A paragraph without indentation ends the list. */
function isBehind(line: string, lineBefore: string | undefined, isItem: boolean): boolean {
  return !isItem && /^\S/.test(line) && lineBefore?.trim() === "";
}
