// Recognizes sed scripts that only change text. Other commands run a program (`e`), or read and write files (`r`, `w`).

const ADDRESS_END = /[\s!+~,\d$I]/;
const PLAIN_COMMANDS = "dDgGhHlnNpPqQxz=";
const SUBSTITUTE_FLAGS = /[gpiImM\d]/;

/** Scans the script once, from left to right. */
export function isPlainSedScript(script: string): boolean {
  let at = 0;
  while (at < script.length) {
    at = skipAddresses(script, at);
    const next = skipCommand(script, at);
    if (next === undefined) return false;
    at = next;
  }
  return true;
}

/** An address: numbers, `$`, patterns and their separators. */
function skipAddresses(script: string, start: number): number {
  let at = start;
  while (at < script.length) {
    const sign = script[at] ?? "";
    if (sign === "/") at = skipTo(script, at + 1, "/");
    else if (sign === "\\") at = skipTo(script, at + 2, script[at + 1] ?? "");
    else if (!ADDRESS_END.test(sign)) break;
    else at += 1;
  }
  return at;
}

/** The index of the next command; undefined if this one is not known to be harmless. */
function skipCommand(script: string, at: number): number | undefined {
  const command = script[at];
  if (command === undefined) return at;
  if (command === ";" || command === "{" || command === "}") return at + 1;
  if (PLAIN_COMMANDS.includes(command)) return endOfCommand(script, at + 1, /[\s\d]/);
  // Labels and text extend to the end of the line.
  if (command === "#" || "aic".includes(command)) return endOfLine(script, at);
  if (":btT".includes(command)) return endOfCommand(script, at + 1, /[\w\s]/);
  if (command !== "s" && command !== "y") return undefined;
  const delimiter = script[at + 1] ?? "\n";
  if (delimiter === "\n" || delimiter === "\\") return undefined;
  const end = skipTo(script, skipTo(script, at + 2, delimiter), delimiter);
  return endOfCommand(script, end, command === "s" ? SUBSTITUTE_FLAGS : /(?!)/);
}

/** The index after the closing delimiter. */
function skipTo(script: string, start: number, delimiter: string): number {
  let at = start;
  while (at < script.length && script[at] !== delimiter) at += script[at] === "\\" ? 2 : 1;
  return at + 1;
}

/** Accepts only these characters, up to a `;`, a bracket or the end of the line. */
function endOfCommand(script: string, start: number, allowed: RegExp): number | undefined {
  for (let at = start; at < script.length; at += 1) {
    const sign = script[at] ?? "";
    if (sign === "\n" || sign === ";" || sign === "}") return at + 1;
    if (sign !== " " && !allowed.test(sign)) return undefined;
  }
  return script.length;
}

function endOfLine(script: string, at: number): number {
  const end = script.indexOf("\n", at);
  return end < 0 ? script.length : end + 1;
}
