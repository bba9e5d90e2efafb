// Operations that are not played: what they do well would spoil the others.
import { operations, type Operation } from "@parley/contract";

/** They reach out of this machine, or stop the server. */
const LEFT_OUT: ReadonlySet<string> = new Set(["remotes/add", "server/stop"]);

export const playedOperations: readonly (readonly [string, Operation])[] = Object.entries<Operation>(operations).filter(
  ([name]) => !LEFT_OUT.has(name),
);

const paths = new Set(
  Object.entries<Operation>(operations).flatMap(([name, { path }]) => (LEFT_OUT.has(name) ? path : [])),
);

export function isPlayedPath(path: string): boolean {
  return !paths.has(path);
}
