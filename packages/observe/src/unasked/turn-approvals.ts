// What was asked, allowed and done in one turn, to find unapproved effects.
import { BoundedMap } from "../extract/bounded-map.ts";
import {
  UNASKED_CALLS_MAX,
  COARSE_STAMP_LAG_MS,
  UNASKED_COMMANDS_MAX,
  UNASKED_PATHS_MAX,
  UNASKED_QUESTIONS_MAX,
  UNASKED_RUNS_MAX,
  STAMP_LAG_MS,
} from "../limits.ts";

/** A tool call, or a terminal without one. */
export interface CallEffects {
  readonly toolCallId: string | undefined;
  kind: string | undefined;
  name: string | undefined;
  title: string | undefined;
  command: string | undefined;
  status: string | undefined;
  readonly paths: Set<string>;
  run: Run | undefined;
  /** Its command changes nothing. */
  isHarmless: boolean;
}

export interface Question {
  readonly toolCallId: string | undefined;
  readonly kind: string | undefined;
  readonly command: string | undefined;
  readonly paths: readonly string[];
}

/** The time in which a command ran, and may have changed anything. */
export interface Run {
  readonly startedAtMs: number;
  endedAtMs: number | undefined;
  /** It turned out to be a command that changes nothing. */
  isHarmless: boolean;
}

/** The subject of one answer. */
class Answered {
  readonly #calls = new Set<string>();
  readonly #commands = new Set<string>();
  readonly #paths = new Set<string>();

  add({ toolCallId, command, paths }: Question): void {
    if (toolCallId !== undefined && this.#calls.size < UNASKED_CALLS_MAX) this.#calls.add(toolCallId);
    if (command !== undefined && this.#commands.size < UNASKED_COMMANDS_MAX) this.#commands.add(command);
    for (const path of paths) if (this.#paths.size < UNASKED_PATHS_MAX) this.#paths.add(path);
  }

  isCall(toolCallId: string | undefined): boolean {
    return toolCallId !== undefined && this.#calls.has(toolCallId);
  }

  isCommand(command: string | undefined): boolean {
    return command !== undefined && this.#commands.has(command);
  }

  /** The path itself, or a folder that contains it. */
  isPath(path: string): boolean {
    return isIn(this.#paths, path);
  }
}

export class TurnApprovals {
  readonly allowed = new Answered();
  readonly refused = new Answered();
  readonly questions = new BoundedMap<string, Question>(UNASKED_QUESTIONS_MAX);
  readonly calls = new BoundedMap<string, CallEffects>(UNASKED_CALLS_MAX);
  readonly terminals = new BoundedMap<string, CallEffects>(UNASKED_CALLS_MAX);
  readonly #named = new Set<string>();
  readonly #told = new Set<string>();
  readonly #runs: Run[] = [];

  call(toolCallId: string): CallEffects {
    const known = this.calls.get(toolCallId);
    if (known !== undefined) return known;
    const call = createCallEffects(toolCallId);
    this.calls.set(toolCallId, call);
    return call;
  }

  /** A message named this file as written. */
  name(path: string): void {
    if (this.#named.size < UNASKED_PATHS_MAX) this.#named.add(path);
  }

  isNamed(path: string): boolean {
    return this.#named.size >= UNASKED_PATHS_MAX || isIn(this.#named, path);
  }

  /** True if nothing was reported under these names yet; records all of them. */
  tell(names: readonly string[], others: readonly string[] = names): boolean {
    const isNew = !names.some((name) => this.#told.has(name));
    for (const name of others) if (this.#told.size < UNASKED_PATHS_MAX) this.#told.add(name);
    return isNew;
  }

  startRun(atMs: number): Run {
    const run: Run = { startedAtMs: atMs, endedAtMs: undefined, isHarmless: false };
    if (this.#runs.length < UNASKED_RUNS_MAX) this.#runs.push(run);
    return run;
  }

  /** Whether something ran that may have changed a file at that time, or at any time if the time of the change is unknown. */
  didRunAt(changedAtMs: number | undefined): boolean {
    return this.#runs.some(({ startedAtMs, endedAtMs, isHarmless }) => {
      if (isHarmless || changedAtMs === undefined) return !isHarmless;
      const lagMs = changedAtMs % 1_000 === 0 ? COARSE_STAMP_LAG_MS : STAMP_LAG_MS;
      return changedAtMs + lagMs >= startedAtMs && (endedAtMs === undefined || changedAtMs - lagMs <= endedAtMs);
    });
  }
}

export function createCallEffects(toolCallId: string | undefined): CallEffects {
  const nothing = { kind: undefined, name: undefined, title: undefined, command: undefined, status: undefined };
  return { toolCallId, ...nothing, paths: new Set(), run: undefined, isHarmless: false };
}

function isIn(paths: ReadonlySet<string>, path: string): boolean {
  if (paths.has(path)) return true;
  for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
    if (paths.has(path.slice(0, at))) return true;
  }
  return false;
}
