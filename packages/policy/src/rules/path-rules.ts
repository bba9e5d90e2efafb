// Rules about paths: by glob relative to the workspace, and by the exact path that the user chose.
import type { Concerns } from "../concerns.ts";
import type { Platform } from "../facts.ts";
import { isSeparator } from "../path-text.ts";
import { foldCase, type Glob } from "../patterns/glob.ts";
import { GlobIndex } from "../patterns/glob-index.ts";
import { couldMatchBelow, matchSequence } from "../patterns/sequence.ts";
import type { PathKind } from "../request.ts";
import type { Matches, Rule } from "./rule.ts";

export interface PathRule extends Rule {
  readonly kinds: ReadonlySet<PathKind>;
}

export interface ExactPathRule extends PathRule {
  readonly path: string;
  /** Whether everything below it is covered too. */
  readonly isFolder: boolean;
}

/** A path, split and spelled for matching. */
export interface Subject {
  readonly real: string;
  readonly segments: readonly string[];
  readonly platform: Platform;
}

/** Folders that a layer confines an agent to: a path must be in one of them. */
export interface Confinement {
  readonly ref: Rule["ref"];
  readonly globs: readonly Glob[];
}

export class PathRules {
  readonly #globs = new GlobIndex<PathRule>();
  readonly #exact = new Map<string, ExactPathRule[]>();
  readonly #confinements: Confinement[] = [];
  #hides = false;
  #denies = false;

  add(rule: PathRule, globs: readonly Glob[]): void {
    for (const glob of globs) this.#globs.add(glob, rule);
    this.#denies ||= rule.verdict === "deny";
    this.#hides ||= rule.verdict === "deny" && rule.kinds.has("read");
  }

  addExact(rule: ExactPathRule): void {
    const key = foldCase(rule.path);
    this.#denies ||= rule.verdict === "deny";
    this.#exact.set(key, [...(this.#exact.get(key) ?? []), rule]);
  }

  confine(confinement: Confinement): void {
    this.#confinements.push(confinement);
  }

  get isEmpty(): boolean {
    return this.#globs.size === 0 && this.#exact.size === 0 && this.#confinements.length === 0;
  }

  match(subject: Subject, kind: PathKind, concerns: Concerns, matches: Matches): void {
    const { segments, platform } = subject;
    this.#globs.forEachMatch(segments, platform.isCaseInsensitive, (rule) => {
      if (isAbout(rule, kind)) matches.add(rule, concerns);
    });
    if (this.#exact.size > 0) this.#matchExact(subject, kind, concerns, matches);
  }

  /** Whether a rule denies any path. */
  get deniesSomething(): boolean {
    return this.#denies || this.#confinements.length > 0;
  }

  /** Whether a rule denies reading any path. */
  get hidesSomething(): boolean {
    return this.#confinements.length > 0 || this.#hides;
  }

  /** Whether any rule keeps a path from the agent, for reading or for changing. */
  get keepsSomething(): boolean {
    return this.#confinements.length > 0 || this.#denies;
  }

  /** The exact paths that the user refused. */
  exactDenials(): readonly string[] {
    return [...this.#exact.values()].flat().flatMap(({ path, verdict }) => (verdict === "deny" ? [path] : []));
  }

  /** Whether every layer that confines the agent may allow something below a folder. */
  couldAllowBelow({ segments, platform }: Subject): boolean {
    const isIn = ({ exact, folded }: Glob): boolean =>
      couldMatchBelow(platform.isCaseInsensitive ? folded : exact, segments);
    return this.#confinements.every(({ globs }) => globs.some(isIn));
  }

  /**
   * For a path in a command: the rule that denies reading it, and whether a rule denies or asks about any other use.
   */
  matchNamed({ segments, platform }: Subject): { readonly deny: Rule | undefined; readonly isHeld: boolean } {
    let deny: Rule | undefined;
    let isHeld = false;
    this.#globs.forEachMatch(segments, platform.isCaseInsensitive, (rule) => {
      if (rule.verdict === "deny" && rule.kinds.has("read")) deny ??= rule;
      isHeld ||= rule.verdict !== "allow";
    });
    return { deny, isHeld };
  }

  /** The layer whose zones the path is not in. */
  findConfinement({ segments, platform }: Subject): Confinement | undefined {
    const isIn = (glob: Glob): boolean =>
      matchSequence(platform.isCaseInsensitive ? glob.folded : glob.exact, segments);
    return this.#confinements.find(({ globs }) => !globs.some(isIn));
  }

  /** Whether something below a folder may be denied. */
  couldDenyBelow({ segments, platform }: Subject, kind: PathKind): boolean {
    return this.#globs.couldMatchBelow(
      segments,
      platform.isCaseInsensitive,
      (rule) => rule.verdict === "deny" && isAbout(rule, kind),
    );
  }

  #matchExact({ real, platform }: Subject, kind: PathKind, concerns: Concerns, matches: Matches): void {
    const key = foldCase(real);
    for (let end = key.length; end > 0; end -= 1) {
      if (end < key.length && !isSeparator(key.charCodeAt(end), platform)) continue;
      for (const rule of this.#exact.get(key.slice(0, end)) ?? []) {
        const isMeant = end === key.length || rule.isFolder;
        const isSame = platform.isCaseInsensitive || real.startsWith(rule.path);
        if (isMeant && isSame && isAbout(rule, kind)) matches.add(rule, concerns);
      }
    }
  }
}

/** A path that must not be written must not be deleted either, and a denied path must not be moved away. */
function isAbout({ kinds, verdict }: PathRule, kind: PathKind): boolean {
  if (kinds.has(kind)) return true;
  return verdict === "deny" && (kind === "move" || (kind === "delete" && kinds.has("write")));
}
