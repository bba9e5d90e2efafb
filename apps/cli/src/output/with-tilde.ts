// Paths for people: what is below their own folder begins with a tilde.
import { homedir } from "node:os";

export function withTilde(path: string): string {
  const home = homedir();
  return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
