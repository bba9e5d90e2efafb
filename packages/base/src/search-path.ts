// PATH without entries that depend on the current folder: a relative or empty one could run a program from whichever
// folder is open.

/** Where the system looks when PATH is not set. */
const POSIX_DEFAULT = "/usr/bin:/bin";

function isWholePath(path: string, platform: string): boolean {
  return path.startsWith("/") || (platform === "win32" && /^([A-Za-z]:[/\\]|\\\\)/.test(path));
}

/** The absolute entries, in order. */
export function wholeEntries(path: string, platform: string): string[] {
  return path.split(platform === "win32" ? ";" : ":").filter((entry) => isWholePath(entry, platform));
}

/** PATH for a program that we start. Never empty on POSIX, where an empty PATH means the current folder. */
export function toSafeSearchPath(path: string, platform: string): string {
  const entries = wholeEntries(path, platform);
  if (platform === "win32") return entries.join(";");
  return entries.length === 0 ? POSIX_DEFAULT : entries.join(":");
}
