// Adjusts new lines to the file's indentation if the model wrote the old lines with a different one.

type Reindent = (line: string) => string;

/** The model's lines, with the corresponding lines of the file. */
export function createReindent(written: readonly string[], inFile: readonly string[]): Reindent {
  const known = new Map<string, string>();
  for (const [index, line] of written.entries()) {
    const [from, to] = [indentOf(line), indentOf(inFile[index] ?? "")];
    if (line.trim() !== "" && !known.has(from)) known.set(from, to);
  }
  if ([...known].every(([from, to]) => from === to)) return (line) => line;
  const byDepth = [...known].toSorted(([a], [b]) => a.length - b.length);
  const step = findStep(byDepth);
  return (line) => {
    if (line.trim() === "") return line.trim();
    const indent = indentOf(line);
    return translate(indent, byDepth, step) + line.slice(indent.length);
  };
}

type Pair = readonly [from: string, to: string];

function translate(indent: string, byDepth: readonly Pair[], step: Pair | undefined): string {
  const base = byDepth.findLast(([from]) => indent.startsWith(from));
  if (base !== undefined) return base[1] + translateSteps(indent.slice(base[0].length), step);
  // Less indented than all known lines: keeps its distance from the outermost one.
  const [from, to] = byDepth[0] ?? ["", ""];
  if (to.endsWith(from)) return to.slice(0, to.length - from.length) + indent;
  if (from.endsWith(to)) return indent.slice(Math.min(indent.length, from.length - to.length));
  return translateSteps(indent, step);
}

function translateSteps(indent: string, step: Pair | undefined): string {
  if (step === undefined) return indent;
  let [rest, result] = [indent, ""];
  while (rest.startsWith(step[0])) {
    rest = rest.slice(step[0].length);
    result += step[1];
  }
  return result + rest;
}

/** One indentation level on either side: the difference between two lines, otherwise the width of a tab. */
function findStep(byDepth: readonly Pair[]): Pair | undefined {
  for (const [index, [from, to]] of byDepth.entries()) {
    const [outerFrom, outerTo] = byDepth[index - 1] ?? ["", undefined];
    if (outerTo !== undefined && from.startsWith(outerFrom) && to.startsWith(outerTo) && to !== outerTo) {
      return [from.slice(outerFrom.length), to.slice(outerTo.length)];
    }
  }
  const tabbed = byDepth.find(([from, to]) => isOf(" ", from) && isOf("\t", to) && from.length % to.length === 0);
  if (tabbed !== undefined) return [" ".repeat(tabbed[0].length / tabbed[1].length), "\t"];
  const spaced = byDepth.find(([from, to]) => isOf("\t", from) && isOf(" ", to) && to.length % from.length === 0);
  return spaced === undefined ? undefined : ["\t", " ".repeat(spaced[1].length / spaced[0].length)];
}

function isOf(character: string, indent: string): boolean {
  return indent !== "" && indent.replaceAll(character, "") === "";
}

export function indentOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}
