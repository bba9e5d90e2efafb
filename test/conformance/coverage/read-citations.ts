// Reads, in the source of a test file, which requirements it cites and on which wires it runs.

export interface Citations {
  readonly file: string;
  readonly ids: readonly string[];
  readonly wires: readonly string[];
  /** Why the file cannot be relied on, one line each. */
  readonly problems: readonly string[];
}

const STRING_OR_COMMENT = /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
const TEXT = /"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/.source;
const CITATION = new RegExp(
  String.raw`\bit\(\s*(?:${TEXT}),\s*async \(\) => \{\s*verifies\(((?:\s*"[^"]*"\s*,?)+)\s*\);`,
  "g",
);
const WIRES = /\brunsOn\(((?:\s*"[a-z]+"\s*,?)+)\)/g;
/** A test that does not run proves nothing. */
const NOT_RUN = /\.(?:skip|todo|fails|skipIf|runIf|only)\b/;

export function readCitations(file: string, source: string): Citations {
  const code = source.replaceAll(STRING_OR_COMMENT, (_match, text: string | undefined) => text ?? " ");
  const citations = [...code.matchAll(CITATION)];
  const ids = citations.flatMap(([, list = ""]) => readStrings(list));
  const declared = [...code.matchAll(WIRES)];
  const wires = declared.flatMap(([, list = ""]) => readStrings(list));
  const problems: string[] = [];
  const calls = code.match(/\bverifies\(/g)?.length ?? 0;
  if (calls !== citations.length) problems.push(`${calls - citations.length} citations do not open a test`);
  if (ids.length > 0 && declared.length !== 1) problems.push(`runsOn("…") is there ${declared.length} times, not once`);
  if (ids.length > 0 && NOT_RUN.test(code)) problems.push("has tests that do not run");
  return { file, ids, wires, problems };
}

function readStrings(list: string): string[] {
  return [...list.matchAll(/"([^"]*)"/g)].map(([, text = ""]) => text);
}
