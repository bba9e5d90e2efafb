// The programs of this machine and of the registry, as the process that opens the hub knows them.
import type { Remedy } from "@parley/base";
import type { AgentJobReport } from "./agent-jobs.ts";
import type { GivenProgram } from "./given-launch.ts";

export interface CataloguedProgram {
  readonly name: string;
  readonly title: string;
  /** `available`: in the registry, but not on this machine. */
  readonly state: "ready" | "missing" | "too_old" | "broken" | "available";
  /** `known`, `custom`, `installed` (by Parley), `own`, or `registry`. */
  readonly origin: string;
  readonly version?: string | undefined;
  readonly path?: string | undefined;
  readonly command?: readonly string[] | undefined;
  /** A problem or a warning. */
  readonly message?: string | undefined;
  readonly remedy?: Remedy | undefined;
  /** The version that Parley installed, even if another one is in use. */
  readonly installedVersion?: string | undefined;
  /** The version in the registry, if it is newer than the one that Parley installed. */
  readonly latestVersion?: string | undefined;
  readonly description?: string | undefined;
}

export interface NewProgram extends GivenProgram {
  readonly title?: string | undefined;
}

export interface AddedProgram {
  readonly isReplaced: boolean;
}

export interface RemovedProgram {
  /** Folders of versions that are still in use; a later change removes them. */
  readonly kept: readonly string[];
}

export interface InstallChoice {
  /** A distribution that the registry offers (default: the most verifiable one). */
  readonly kind?: "binary" | "npx" | "uvx" | undefined;
  /** Skip npm install scripts. */
  readonly ignoreScripts?: boolean | undefined;
}

export interface InstalledProgram {
  readonly version: string;
  readonly path: string;
  /** False: the installed version is already the registry's. */
  readonly isChanged: boolean;
  readonly previousVersion?: string | undefined;
  /** Warnings for the user. */
  readonly notes: readonly string[];
}

export interface InstallWork {
  readonly signal: AbortSignal;
  readonly report: AgentJobReport;
}

export interface ProgramCatalogue {
  list(options: { readonly registry: boolean }): Promise<readonly CataloguedProgram[]>;
  add(name: string, program: NewProgram): Promise<AddedProgram>;
  remove(name: string): Promise<RemovedProgram>;
  install(name: string, choice: InstallChoice, work: InstallWork): Promise<InstalledProgram>;
  update(name: string, work: InstallWork): Promise<InstalledProgram>;
}
