// One row of the table of known agents.
import type { Remedy } from "@parley/base";
import type { Places } from "../programs/program-folders.ts";

export interface KnownProgram {
  /** Without an extension. */
  readonly file: string;
  /** Arguments that make it print its version. Without them its package.json is read, because the program would start serving. */
  readonly versionArgs?: readonly string[] | undefined;
}

/** Arguments that start the agent, from version `since` on. */
export interface StartArgs {
  readonly since?: string | undefined;
  readonly args: readonly string[];
}

export interface KnownAgent {
  readonly name: string;
  readonly title: string;
  /** In order of preference. */
  readonly programs: readonly KnownProgram[];
  /** Absolute paths of the program, in addition to the folders that are searched for every program. */
  readonly places?: Places | undefined;
  readonly minimumVersion?: string | undefined;
  /** The newest first; the last has no `since`. An unknown version is assumed to be the newest. */
  readonly start: readonly [StartArgs, ...StartArgs[]];
  readonly install: Remedy;
  readonly update: Remedy;
  /** How to sign in, shown when the agent requires it. */
  readonly authHint?: string | undefined;
  /** Its ids in the registry, the current one first. */
  readonly registryIds: readonly string[];
  /** Another program of the same name, recognised by its version output. */
  readonly namesake?: { readonly says: RegExp; readonly is: string } | undefined;
}
