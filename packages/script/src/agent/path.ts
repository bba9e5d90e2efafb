// Paths as text: the agent also runs where no disk is available, so it only joins and compares them.

const ABSOLUTE = /^(?:\/|[A-Za-z]:[\\/]|\\\\)/;

export function isAbsolutePath(path: string): boolean {
  return ABSOLUTE.test(path);
}

/** `path` resolved against `cwd`, with the separators of the system that `cwd` comes from. */
export function resolvePath(cwd: string, path: string): string {
  if (isAbsolutePath(path)) return path;
  const isWindows = !cwd.startsWith("/");
  const separator = isWindows ? "\\" : "/";
  const parts = isWindows ? cwd.split(/[\\/]/) : cwd.split("/");
  if (parts.at(-1) === "") parts.pop();
  for (const part of isWindows ? path.split(/[\\/]/) : path.split("/")) {
    if (part === "..") {
      if (parts.length > 1) parts.pop();
    } else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts.length === 1 ? `${parts[0]}${separator}` : parts.join(separator);
}
