// What a program is called: by its name where the system keeps it, by its place otherwise.

/** Folders that only an administrator puts programs into. */
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

/** Small letters, without Windows' endings: for what denies, and for platforms that do not mind. */
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

/** How a rule's program is spelled inside: a relative place begins with `./`, from the workspace. */
export function toProgramPattern(text: string): string {
  if (!hasPlace(text) || text.startsWith("/") || text.startsWith("./") || text.startsWith("*")) return text;
  return text[1] === ":" ? text : `./${text}`;
}
