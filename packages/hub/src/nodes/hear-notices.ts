// Applies changes that other servers have stored: logs that are followed here, turns, questions and settings.
import type { Log } from "@parley/base";
import type { StoreNodes, StoreNotice } from "../api/nodes.ts";
import type { HubStore } from "../api/store.ts";
import type { Turn } from "../api/turns.ts";
import type { ChangeLog } from "../changes/change-log.ts";
import type { HubInteractions } from "../interactions/create-interactions.ts";
import type { LiveSessions } from "../live/live-sessions.ts";
import type { HubTurns } from "../turns/create-turns.ts";
import type { HeardSessions } from "./hear-sessions.ts";
import { FOLLOW_CHECK_MS } from "../node-limits.ts";
import type { WatchElsewhere } from "./watch-elsewhere.ts";

export interface HearNoticesOptions {
  readonly nodes: StoreNodes;
  readonly store: HubStore;
  readonly live: LiveSessions;
  readonly turns: Pick<HubTurns, "table" | "cancelStored">;
  readonly interactions: Pick<HubInteractions, "heard">;
  /** Settings of agents have changed. */
  readonly onSettings: () => void;
  readonly sessions: Pick<HeardSessions, "add">;
  readonly watch: WatchElsewhere;
  readonly changes: Pick<ChangeLog, "isWatched" | "restart">;
  readonly log: Log;
}

/** Returns a function that stops it. */
export function hearNotices(options: HearNoticesOptions): () => void {
  const { nodes, store, live, turns, interactions, sessions, watch, changes, onSettings, log } = options;
  /** A notice may be lost, so the ends of followed logs are also read periodically. */
  const look = async (isGap: boolean): Promise<void> => {
    if (isGap) for (const { id, channel } of live.all) channel.isUnsure ||= !nodes.isOurs(id);
    const followed = [...live.all].filter(({ id, channel }) => channel.size > 0 && !nodes.isOurs(id));
    if (followed.length === 0) return;
    const lasts = await nodes.readLastSeqs(followed.map(({ id }) => id));
    for (const { id, channel } of followed) channel.reached(lasts[id] ?? 0);
  };
  const report = (turn: Turn): void => {
    watch.heardTurn(turn);
    turns.table.tell(turn);
    // Lists show whether a session is busy.
    sessions.add([turn.sessionId]);
  };
  const tell = async (notice: StoreNotice): Promise<void> => {
    const { turns: changed = [], newTurns = [], started = {}, interactions: questionIds = [] } = notice;
    const known = Object.entries(started).flatMap(([id, start]) => watch.started(id, start) ?? []);
    for (const turn of known) report(turn);
    const unknown = Object.keys(started).filter((id) => !known.some((turn) => turn.id === id));
    const turnIds = new Set([...newTurns.filter((id) => !watch.has(id)), ...unknown, ...changed]);
    for (const id of questionIds) {
      const question = await store.getInteraction(id);
      if (question === undefined) continue;
      watch.heardQuestion(question);
      interactions.heard(question);
    }
    for (const id of turnIds) {
      // Nothing here waits for it, and a reader of changes that comes later lists everything.
      if (!changes.isWatched && !watch.has(id) && turns.table.find(id) === undefined) {
        changes.restart();
        continue;
      }
      const turn = await store.getTurn(id);
      if (turn === undefined) continue;
      report(turn);
      if (turn.state === "cancelling") await turns.cancelStored([turn]);
    }
  };
  const guarded = (work: Promise<void>): void => {
    work.catch((cause: unknown) => log.write("warn", "Could not read what another server has stored", { cause }));
  };
  const stop = nodes.onNotice((notice) => {
    if (notice.from === nodes.id) return;
    // A turn starts before its events come.
    guarded(tell(notice));
    for (const [id, seq] of Object.entries(notice.events ?? {})) {
      if (!nodes.isOurs(id)) live.find(id)?.channel.reached(seq);
    }
    if (notice.look === true) guarded(look(true));
    sessions.add(notice.created ?? [], true);
    sessions.add(notice.sessions ?? []);
    if (notice.settings === true || notice.isGap === true) onSettings();
    if (notice.isGap === true) {
      changes.restart();
      guarded(watch.lookAtQuestions());
    }
  });
  const timer = setInterval(() => {
    guarded(look(false));
    guarded(watch.lookAtTurns());
  }, FOLLOW_CHECK_MS).unref();
  return () => {
    stop();
    clearInterval(timer);
  };
}
