// The common part of the kinds with one path.
import type { Coverage } from "../coverage.ts";
import type { PathFacts } from "../facts.ts";
import { GROUP_BY_KIND } from "../modes.ts";
import { foldCase } from "../patterns/glob.ts";
import { examinePath } from "../paths/examine-path.ts";
import type { PathKind } from "../request.ts";
import type { Kind } from "./kind.ts";

/** Permission to change a file includes permission to read it. */
const GIVES: Readonly<Record<PathKind, readonly PathKind[]>> = {
  read: ["read"],
  write: ["write", "read"],
  delete: ["delete", "read"],
  move: ["move", "write", "read"],
};

export function definePathKind<K extends Exclude<PathKind, "move">>(kind: K): Kind<K> {
  return {
    examine: (facts, sets) => [examinePath(kind, facts, sets)],
    need: (facts) => ({ groups: [GROUP_BY_KIND[kind]], files: [facts] }),
    subject: (_, facts) => facts.real,
    coverages: (facts) => [toPathCoverage(kind, facts)],
    takes: (facts) => [toKey(kind, facts)],
    gives: (facts) => toGivenKeys(kind, facts),
  };
}

export function toPathCoverage(request: PathKind, { real, kind }: PathFacts): Coverage {
  return { kind: "path", requests: [request], path: real, isFolder: kind === "directory" };
}

export function toKey(kind: PathKind, { real, platform }: PathFacts): string {
  return `${kind}:${platform.isCaseInsensitive ? foldCase(real) : real}`;
}

export function toGivenKeys(kind: PathKind, facts: PathFacts): string[] {
  return GIVES[kind].map((given) => toKey(given, facts));
}
