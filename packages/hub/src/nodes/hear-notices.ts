// What other servers store is shown here, too: logs that are followed here, turns, questions and settings.
import type { Log } from "@parley/base";
import type { StoreNodes, StoreNotice } from "../api/nodes.ts";
import type { HubStore } from "../api/store.ts";
import type { HubInteractions } from "../interactions/create-interactions.ts";
import type { LiveSessions } from "../live/live-sessions.ts";
import type { HubTurns } from "../turns/create-turns.ts";
import { FOLLOW_CHECK_MS } from "../node-limits.ts";

export interface HearNoticesOptions {
  readonly nodes: StoreNodes;
  readonly store: HubStore;
  readonly live: LiveSessions;
  readonly turns: Pick<HubTurns, "table">;
  readonly interactions: Pick<HubInteractions, "tell">;
  /** Settings of agents have changed. */
  readonly onSettings: () => void;
  readonly log: Log;
}

/** Returns how to stop. */
export function hearNotices(options: HearNoticesOptions): () => void {
  const { nodes, store, live, turns, interactions, onSettings, log } = options;
  /** A notice may be lost, so the ends of followed logs are also read now and then. */
  const look = async (): Promise<void> => {
    const followed = [...live.all].filter(({ id, channel }) => channel.size > 0 && !nodes.isOurs(id));
    if (followed.length === 0) return;
    const lasts = await nodes.readLastSeqs(followed.map(({ id }) => id));
    for (const { id, channel } of followed) channel.reached(lasts[id] ?? 0);
  };
  const tell = async ({ turns: turnIds = [], interactions: questionIds = [] }: StoreNotice): Promise<void> => {
    for (const id of questionIds) {
      const question = await store.getInteraction(id);
      if (question !== undefined) interactions.tell(question);
    }
    for (const id of turnIds) {
      const turn = await store.getTurn(id);
      if (turn !== undefined) turns.table.tell(turn);
    }
  };
  const guarded = (work: Promise<void>): void => {
    work.catch((cause: unknown) => log.write("warn", "Could not read what another server has stored", { cause }));
  };
  const stop = nodes.onNotice((notice) => {
    if (notice.from === nodes.id) return;
    for (const [id, seq] of Object.entries(notice.events ?? {})) {
      if (!nodes.isOurs(id)) live.find(id)?.channel.reached(seq);
    }
    if (notice.look === true) guarded(look());
    if (notice.settings === true || notice.look === true) onSettings();
    guarded(tell(notice));
  });
  const timer = setInterval(() => guarded(look()), FOLLOW_CHECK_MS).unref();
  return () => {
    stop();
    clearInterval(timer);
  };
}
