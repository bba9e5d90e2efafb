// Servers that share a store. Each session has one owner among them, which alone runs its turns and writes its log.

import type { SessionRow } from "./store.ts";
import type { Turn } from "./turns.ts";

/** A server, as the others see it. */
export interface StoreNode {
  readonly id: string;
  /** Its address for other servers; undefined while it starts. */
  readonly url: string | undefined;
  /** The key that callers present there. */
  readonly key: string;
  readonly host: string;
  readonly version: string;
  /** Servers with the same one have the same folders. */
  readonly place: string | undefined;
  readonly startedAtMs: number;
  /** The time of its last heartbeat, by the database's clock. */
  readonly seenAtMs: number;
  /** Time since its last heartbeat, by that clock. */
  readonly silentMs: number;
  /** Whether its lease is valid. */
  readonly isAlive: boolean;
  /** It is shutting down, and claims no further sessions. */
  readonly isDraining: boolean;
  /** Sessions that it owns. */
  readonly sessions: number;
}

/** What changes when a turn starts to run. */
export type StartedTurn = Pick<Turn, "firstSeq" | "startedAtMs" | "model">;

/** A notice of a change on another server. It has no content of a conversation, which is in the store. */
export interface StoreNotice {
  /** The node that it comes from. */
  readonly from: string;
  /** The last numbers of logs that have grown, by session. */
  readonly events?: Readonly<Record<string, number>> | undefined;
  readonly turns?: readonly string[] | undefined;
  /** New ones: who knows them already knows at least as much. */
  readonly newTurns?: readonly string[] | undefined;
  /** Turns that run now: a server that knows one as it was stored first need not read it. */
  readonly started?: Readonly<Record<string, StartedTurn>> | undefined;
  readonly interactions?: readonly string[] | undefined;
  /** Sessions whose list entry changed, or that were deleted. */
  readonly sessions?: readonly string[] | undefined;
  /** New ones. */
  readonly created?: readonly string[] | undefined;
  /** Settings of agents. */
  readonly settings?: boolean | undefined;
  /** Logs have grown; the store has their ends. */
  readonly look?: boolean | undefined;
  /** Notices were lost, because this server was not connected. */
  readonly isGap?: boolean | undefined;
}

export type SessionClaim =
  /** `isNew`: another node may have had it since. `hasFolder`: false if its folder is on a machine without a living node. */
  | { readonly kind: "ours"; readonly isNew: boolean; readonly hasFolder: boolean }
  /** Its owner, or a server that can own it. */
  | { readonly kind: "other"; readonly node: StoreNode }
  | { readonly kind: "none" };

export type BusyState = "running" | "awaiting";

export interface QueuedTurnRow {
  readonly id: string;
  readonly sessionId: string;
}

/** A server as callers see it. */
export interface HubNode extends Pick<StoreNode, "id" | "host" | "version" | "place" | "sessions" | "startedAtMs"> {
  /** Undefined if it has its store to itself, and so no lease. */
  readonly seenAtMs: number | undefined;
  readonly silentMs: number | undefined;
  /** The answering server itself. */
  readonly isSelf: boolean;
  /** `lost`: it has not renewed its lease, and others take over its sessions. */
  readonly state: "starting" | "running" | "draining" | "lost";
}

export interface HubNodes {
  list(): Promise<readonly HubNode[]>;
  /** The server hands its sessions over and exits. Rejects with `bad_input` if it is unknown. */
  drain(id: string): Promise<void>;
  /** This server was asked to shut down. */
  onDrain(listener: () => void): () => void;
}

/** The part of a shared store that records owners. */
export interface StoreNodes {
  readonly id: string;
  readonly key: string;
  /** How long this node may miss heartbeats before others take over its sessions. */
  readonly leaseMs: number;
  /** From now on others can call this node. */
  announce(url: string): Promise<void>;
  list(): Promise<readonly StoreNode[]>;
  /** Ours if no living node owns it. Needs no round trip if it is already ours. Rejects if no node can take it. */
  claim(sessionId: string): Promise<SessionClaim>;
  isOurs(sessionId: string): boolean;
  /** Whether the lease of a node is valid. */
  isAlive(nodeId: string): Promise<boolean>;
  /** Releases it for others. */
  release(sessionId: string): Promise<void>;
  /** A refused write has shown that another node has it. Reported as lost if it was ours. */
  lose(sessionId: string): void;
  /** Sessions without a living owner whose unfinished turns this node can continue or has to end. */
  listOrphans(): Promise<readonly string[]>;
  /** Plans that no living node carries out, with folders that this node has. */
  listOrphanPlans(): Promise<readonly string[]>;
  /** Stored turns of our sessions that have not begun. */
  listQueued(): Promise<readonly QueuedTurnRow[]>;
  /** Unfinished turns of our sessions that any node was asked to cancel. */
  listCancelling(): Promise<readonly QueuedTurnRow[]>;
  /** The states of busy sessions on any node; idle ones are omitted. */
  readStates(sessionIds: readonly string[]): Promise<Readonly<Record<string, BusyState>>>;
  /** A session on any node, with its state if it is busy. */
  readSession(id: string): Promise<{ readonly row: SessionRow; readonly state: BusyState | undefined } | undefined>;
  /** The states of turns. */
  readTurnStates(turnIds: readonly string[]): Promise<Readonly<Record<string, string>>>;
  /** The last numbers of logs. */
  readLastSeqs(sessionIds: readonly string[]): Promise<Readonly<Record<string, number>>>;
  onNotice(listener: (notice: StoreNotice) => void): () => void;
  /** Asks a node to shut down and claim no further sessions. False if it is unknown. */
  drain(nodeId: string): Promise<boolean>;
  /** This node was asked to shut down. */
  onDrain(listener: () => void): () => void;
  /** This node did not renew its lease in time, so it no longer owns any session. */
  onLost(listener: (sessionIds: readonly string[]) => void): () => void;
}
