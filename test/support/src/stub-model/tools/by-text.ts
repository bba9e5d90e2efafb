// Files changed by a patch or by a shell's line, for agents that have no tool of their own for it.

export function quoteShell(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

export function addFile(path: string, text: string): string {
  return patch(`*** Add File: ${path}`, prefix("+", text));
}

export function updateFile(path: string, oldText: string, newText: string): string {
  return patch(`*** Update File: ${path}`, "@@", prefix("-", oldText), prefix("+", newText));
}

/** With a suffix, which GNU's and BSD's `sed` both take. */
export function replaceByShell(path: string, oldText: string, newText: string): string {
  const pattern = oldText.replaceAll(/[\\/.*[\]^$]/g, String.raw`\$&`);
  const replacement = newText.replaceAll(/[\\/&]/g, String.raw`\$&`).replaceAll("\n", "\\\n");
  const file = quoteShell(path);
  const backup = quoteShell(`${path}.orig`);
  return `sed -i.orig -e ${quoteShell(`s/${pattern}/${replacement}/`)} ${file} && rm ${backup}`;
}

function patch(...lines: readonly string[]): string {
  return ["*** Begin Patch", ...lines, "*** End Patch", ""].join("\n");
}

function prefix(sign: "+" | "-", text: string): string {
  return text
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => `${sign}${line}`)
    .join("\n");
}
