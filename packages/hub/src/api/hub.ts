// The hub: the interface for all surfaces.
import type { Agents } from "./agents.ts";
import type { Changes } from "./changes.ts";
import type { Editors } from "./editors.ts";
import type { FileChanges } from "./file-changes.ts";
import type { SessionFiles } from "./files.ts";
import type { History } from "./history.ts";
import type { Interactions } from "./interactions.ts";
import type { HubKeys } from "./keys.ts";
import type { HubNodes } from "./nodes.ts";
import type { Plans } from "./plans.ts";
import type { Programs } from "./programs.ts";
import type { Rewind } from "./rewind.ts";
import type { Recipes } from "./recipes.ts";
import type { Routing } from "./routing.ts";
import type { HubRules } from "./rules.ts";
import type { Sessions } from "./sessions.ts";
import type { HubStore } from "./store.ts";
import type { Terminals } from "./terminals.ts";
import type { Turns } from "./turns.ts";
import type { Worktrees } from "./worktrees.ts";
import type { Views } from "./views.ts";

export interface Hub extends AsyncDisposable {
  readonly agents: Agents;
  /** The programs behind the agents. */
  readonly programs: Programs;
  readonly sessions: Sessions;
  readonly turns: Turns;
  readonly interactions: Interactions;
  readonly routing: Routing;
  readonly plans: Plans;
  readonly recipes: Recipes;
  readonly rules: HubRules;
  readonly views: Views;
  /** Everything that changes, over all sessions. */
  readonly changes: Changes;
  /** Files changed by turns. */
  readonly fileChanges: FileChanges;
  /** Surfaces that have session files open. */
  readonly editors: Editors;
  /** Terminals with commands of agents. */
  readonly terminals: Terminals;
  /** The turns that touched a file. */
  readonly history: History;
  /** Continuing a session from before a prompt. */
  readonly rewind: Rewind;
  /** The files of sessions' folders. */
  readonly files: SessionFiles;
  readonly worktrees: Worktrees;
  /** The servers that share the store. */
  readonly nodes: HubNodes;
  /** Keys with fewer rights than the token of the server. */
  readonly keys: HubKeys;
  readonly store: HubStore;
  /** Name of the agent of sessions that are created without one. */
  defaultAgent(): Promise<string>;
  /** It accepts no new turns. */
  readonly isDraining: boolean;
  /**
   * Waits for running turns. Those that wait for an answer are left for the next process, at once; what still runs after the
   * grace is `failed` as interrupted.
   */
  drain(options: { readonly graceMs: number }): Promise<void>;
}
