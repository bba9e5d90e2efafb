// The stream of all changes and what feeds it: each part of the hub is connected here once.
import type { Clock, Log } from "@parley/base";
import type { HubAgents, AgentsOptions } from "../agents/create-agents.ts";
import type { Interactions } from "../api/interactions.ts";
import type { HubSession } from "../api/sessions.ts";
import type { Turns } from "../api/turns.ts";
import type { LiveSession } from "../live/live-session.ts";
import { AgentsWatch } from "./agents-watch.ts";
import { ChangeLog } from "./change-log.ts";
import { ChangeNotes } from "./note-changes.ts";

export interface CreateChangesOptions {
  readonly agents: () => Pick<HubAgents, "list">;
  readonly show: (session: LiveSession) => HubSession;
  readonly clock: Clock;
  readonly log: Log;
}

export interface ChangeSources {
  readonly changes: ChangeLog;
  readonly notes: ChangeNotes;
  readonly agentListeners: Pick<AgentsOptions, "onChanged" | "onStale">;
  /** Turns and questions report each change after it was stored. */
  follow(parts: {
    readonly turns: Pick<Turns, "onChange">;
    readonly interactions: Pick<Interactions, "onChange">;
  }): void;
}

export function createChanges({ agents, show, clock, log }: CreateChangesOptions): ChangeSources {
  const watch = new AgentsWatch(() => agents().list(), log);
  const changes = new ChangeLog({ clock, log, onWatched: (isWatched) => watch.watch(isWatched) });
  const notes = new ChangeNotes(changes, show);
  return {
    changes,
    notes,
    agentListeners: {
      onChanged: (before, after) => notes.agents(before, after),
      onStale: () => watch.check(),
    },
    follow({ turns, interactions }) {
      interactions.onChange((interaction) => notes.question(interaction));
      turns.onChange((turn) => notes.turn(turn));
    },
  };
}
