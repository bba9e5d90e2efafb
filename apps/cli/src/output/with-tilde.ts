// Shortens paths for display: paths in the home folder start with a tilde.
import { homedir } from "node:os";

export function withTilde(path: string): string {
  const home = homedir();
  return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
