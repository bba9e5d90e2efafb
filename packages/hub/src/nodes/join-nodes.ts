// Makes a hub one of several on a shared store. On a store with one server, there is nothing to join.
import type { Clock, Log } from "@parley/base";
import type { StoreNodes } from "../api/nodes.ts";
import type { HubSession } from "../api/sessions.ts";
import type { ChangeLog } from "../changes/change-log.ts";
import type { ChangeNotes } from "../changes/note-changes.ts";
import type { HubStore, SessionRow } from "../api/store.ts";
import type { HubInteractions } from "../interactions/create-interactions.ts";
import type { LinkSessions } from "../links/link-sessions.ts";
import type { LiveSessions } from "../live/live-sessions.ts";
import type { HubTurns } from "../turns/create-turns.ts";
import { handOver } from "./hand-over.ts";
import { hearNotices } from "./hear-notices.ts";
import { HeardSessions } from "./hear-sessions.ts";
import { PeerClient } from "./peer-client.ts";
import { listenForPeers, type PeerServer } from "./peer-server.ts";
import { HubRouter, type RoutedParts } from "./route-hub.ts";
import { shareRules } from "../rules/shared-rules.ts";
import { WatchElsewhere } from "./watch-elsewhere.ts";
import { SessionPlaces } from "./session-places.ts";

export interface JoinOptions {
  readonly nodes: StoreNodes;
  readonly store: HubStore;
  readonly live: LiveSessions;
  readonly turns: HubTurns;
  readonly interactions: HubInteractions;
  readonly parleyHome: string;
  /** Where other servers reach this one. */
  readonly host: string;
  readonly local: RoutedParts;
  readonly links: Pick<LinkSessions, "close">;
  readonly recover: (sessionId: string) => Promise<void>;
  readonly endInterrupted: (sessionId: string) => Promise<void>;
  readonly takePlans: (ids: readonly string[]) => Promise<void>;
  readonly onSettings: () => void;
  readonly changes: ChangeLog;
  readonly notes: ChangeNotes;
  readonly show: (row: SessionRow, state: HubSession["state"] | undefined) => HubSession;
  readonly clock: Clock;
  readonly log: Log;
}

export interface JoinedNodes {
  readonly routed: RoutedParts;
  /** Takes over what ended servers left, and accepts calls. */
  start(): Promise<void>;
  /** Hands sessions over until the returned function is called. */
  drain(): Promise<() => Promise<void>>;
  /** Resolves when other servers can see the rules of this one. */
  shareRules(): Promise<void>;
  stop(): Promise<void>;
}

export function joinNodes(options: JoinOptions): JoinedNodes {
  const { nodes, store, live, host, local, turns, show, clock } = options;
  const places = new SessionPlaces({
    ...options,
    runStored: (rows) => turns.runStored(rows),
    cancelStored: (rows) => turns.cancelStored(rows),
  });
  const watch = new WatchElsewhere(options);
  const peers = new PeerClient();
  const router = new HubRouter(local, {
    store,
    live,
    places,
    peers,
    watch,
    show,
    isOpen: (id) => turns.table.find(id) !== undefined,
    clock,
  });
  const rules = shareRules(options.parleyHome, store, options.log);
  const onSettings = (): void => {
    void rules.sync();
    options.onSettings();
  };
  // Cancelling is stored by the server that is asked, and told there.
  const stopWatching = turns.table.onChange((turn) => watch.heardTurn(turn));
  const sessions = new HeardSessions(options);
  const stopHearing = hearNotices({ ...options, sessions, watch, onSettings });
  let port: PeerServer | undefined;
  return {
    routed: router.route(),
    async start() {
      port = await listenForPeers({ host, key: nodes.key, answer: (call) => router.answer(call) });
      await nodes.announce(port.url);
      await rules.start();
      await places.start();
    },
    drain: () => handOver(options),
    shareRules: () => rules.sync(),
    async stop() {
      stopHearing();
      stopWatching();
      sessions.close();
      await rules.stop();
      await places.stop();
      peers[Symbol.dispose]();
      await port?.[Symbol.asyncDispose]();
    },
  };
}
