// The name of a program for rules: its bare name if it is in a system folder, otherwise its path.

/** Folders into which only an administrator can put programs. */
const SYSTEM_FOLDERS = [
  "/bin/",
  "/sbin/",
  "/usr/bin/",
  "/usr/sbin/",
  "/usr/local/bin/",
  "/usr/local/sbin/",
  "/opt/homebrew/bin/",
  "/opt/local/bin/",
];
const EXECUTABLE_ENDING = /\.(?:exe|cmd|bat|com)$/;

/** In lower case, without Windows' extensions: for deny rules, and for case-insensitive platforms. */
export function toProgramName(text: string): string {
  return text.toLowerCase().replace(EXECUTABLE_ENDING, "");
}

/** The last segment, whatever folder it is in. */
export function toBaseName(text: string): string {
  return text.slice(Math.max(text.lastIndexOf("/"), text.lastIndexOf("\\")) + 1);
}

/** `git` and `/usr/bin/git` are the same program, `./git` is not. Undefined for a path outside the system folders. */
export function toSystemName(text: string): string | undefined {
  if (!hasPlace(text)) return text;
  const name = toBaseName(text);
  return SYSTEM_FOLDERS.some((folder) => text === folder + name) ? name : undefined;
}

export function hasPlace(text: string): boolean {
  return text.includes("/") || text.includes("\\");
}

/** The internal spelling of a rule's program: a path relative to the workspace begins with `./`. */
export function toProgramPattern(text: string): string {
  if (!hasPlace(text) || text.startsWith("/") || text.startsWith("./") || text.startsWith("*")) return text;
  return text[1] === ":" ? text : `./${text}`;
}
