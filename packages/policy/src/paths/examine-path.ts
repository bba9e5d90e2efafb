// Examines one path: where it is, what it is, and which rules apply to it.
import { IGNORED, NONE, SENSITIVE, type Concerns } from "../concerns.ts";
import type { FileKind, PathFacts } from "../facts.ts";
import { matchSets, type Item, type Objection, type Sets } from "../item.ts";
import { PATH_CHARS_MAX, REASON_SUBJECT_CHARS_MAX } from "../limits.ts";
import { findRoot, isNormal, isWithin, toSegments } from "../path-text.ts";
import type { PathKind } from "../request.ts";
import type { Subject } from "../rules/path-rules.ts";
import { Matches } from "../rules/rule.ts";
import { shorten } from "../text.ts";
import { findSensitive } from "./sensitive-files.ts";
import { findOddity } from "./windows.ts";

const SPECIAL: Readonly<Partial<Record<FileKind, string>>> = {
  device: "is a device, not a file",
  fifo: "is a pipe, not a file",
  socket: "is a socket, not a file",
};
const OWN_HOME = ".parley";
const SYSTEM_FOLDERS = ["/proc", "/sys", "/dev"];

/**
 * `outside`: how to treat a path outside the roots. A file request is denied; a command may still be approved by the
 * user.
 */
export function examinePath(
  kind: PathKind,
  facts: PathFacts,
  sets: Sets,
  outside: "denial" | "ceiling" = "denial",
): Item {
  const name = shorten(facts.requested, REASON_SUBJECT_CHARS_MAX);
  const bare = { name, effect: kind, concerns: NONE, written: new Matches(), remembered: new Matches() } as const;
  const root = findRoot(facts.real, facts);
  const impossible = findImpossible(kind, facts, root);
  if (impossible !== undefined) return { ...bare, denial: object(name, impossible) };
  if (root === undefined) {
    return { ...bare, [outside]: object(name, ["outside-roots", "is outside this session's folders"]) };
  }
  const { platform, real } = facts;
  const subject: Subject = { real, segments: toSegments(root, real, platform), platform };
  const sensitive = findSensitive(isOwnHome(root) ? [OWN_HOME, ...subject.segments] : subject.segments, kind);
  let concerns: Concerns = sensitive === undefined ? NONE : SENSITIVE;
  if (facts.isIgnored === true) concerns |= IGNORED;
  const ignored = concerns === IGNORED ? (["ignored-file", "is ignored by the workspace"] as const) : undefined;
  return {
    name,
    effect: kind,
    concerns,
    denial: findConfinement(name, subject, sets),
    ceiling: object(name, findCeiling(kind, facts, subject, sets)),
    worry: object(name, sensitive === undefined ? ignored : ["sensitive-file", sensitive]),
    ...matchSets(sets, (set, matches) => set.paths.match(subject, kind, concerns, matches)),
  };
}

/** A session in the folder of our own files treats them like one in the parent folder. */
function isOwnHome(root: string): boolean {
  return /[\\/]\.parley[\\/]?$/.test(root);
}

type Finding = readonly [id: string, predicate: string] | undefined;

function object(name: string, finding: Finding): Objection | undefined {
  return finding === undefined ? undefined : { id: finding[0], sentence: `${name} ${finding[1]}` };
}

/** Problems with the path, wherever it is. */
function findImpossible(kind: PathKind, facts: PathFacts, root: string | undefined): Finding {
  const { real, platform, roots } = facts;
  const isChosen = (folder: string): boolean => root !== undefined && isWithin(folder, root, platform);
  if (real.length > PATH_CHARS_MAX) return ["path-too-long", "is too long for a path"];
  if (!isNormal(real, platform)) return ["path-unclear", "is ambiguous"];
  const special = SPECIAL[facts.kind];
  if (special !== undefined) return ["special-file", special];
  if (
    platform.style === "posix" &&
    SYSTEM_FOLDERS.some((folder) => isWithin(folder, real, platform) && !isChosen(folder))
  ) {
    return ["system-folder", "is a system file, not a file on disk"];
  }
  const isLinkMeant = kind === "delete" || kind === "move";
  if (facts.kind === "symlink" && !isLinkMeant) return ["dead-link", "is a broken link"];
  if (isLinkMeant && roots.some((one) => isWithin(real, one, platform))) {
    return ["own-root", "is one of this session's folders"];
  }
  return undefined;
}

function findConfinement(name: string, subject: Subject, { written }: Sets): Objection | undefined {
  const confinement = written.paths.findConfinement(subject);
  if (confinement === undefined) return undefined;
  return { id: confinement.ref.id, sentence: `${name} is not in an allowed zone` };
}

function findCeiling(kind: PathKind, facts: PathFacts, subject: Subject, { written }: Sets): Finding {
  const oddity = findOddity(facts);
  if (oddity !== undefined) return ["odd-name", oddity];
  const isTree = facts.kind === "directory" && (kind === "delete" || kind === "move");
  if (isTree && written.paths.couldDenyBelow(subject, kind)) {
    return ["denied-below", "may contain files that a rule protects"];
  }
  return undefined;
}
