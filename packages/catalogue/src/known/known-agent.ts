// What is known of an agent before it is found: one row of the table.
import type { Remedy } from "@parley/base";
import type { Places } from "../programs/known-places.ts";

export interface KnownProgram {
  /** Without an ending. */
  readonly file: string;
  /** What makes it say its version. Without them its package's manifest is read, because it would start to serve. */
  readonly versionArgs?: readonly string[] | undefined;
}

/** Arguments that start the agent, for versions from `since` on. */
export interface StartArgs {
  readonly since?: string | undefined;
  readonly args: readonly string[];
}

export interface KnownAgent {
  readonly name: string;
  readonly title: string;
  /** The better one first. */
  readonly programs: readonly KnownProgram[];
  /** Whole paths of the program itself, besides the folders where all programs are looked for. */
  readonly places?: Places | undefined;
  readonly minimumVersion?: string | undefined;
  /** The newest first; the last has no `since`. An unknown version is taken for the newest. */
  readonly start: readonly [StartArgs, ...StartArgs[]];
  readonly install: Remedy;
  readonly update: Remedy;
  /** What to do when it says that signing in is needed. */
  readonly authHint?: string | undefined;
  /** Its ids in the registry, today's first. */
  readonly registryIds: readonly string[];
  /** Another program of that name, told by what it says of its version. */
  readonly namesake?: { readonly says: RegExp; readonly is: string } | undefined;
}
