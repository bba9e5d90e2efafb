// Servers that share a store. Each session has one owner among them, which alone runs its turns and writes its log.

/** A server, as the others see it. */
export interface StoreNode {
  readonly id: string;
  /** Where other servers call it; undefined while it starts. */
  readonly url: string | undefined;
  /** What a caller presents there. */
  readonly key: string;
  readonly host: string;
  readonly version: string;
  /** Servers with the same one have the same folders. */
  readonly place: string | undefined;
  readonly startedAtMs: number;
  /** When it was last known to work, by the clock of the database. */
  readonly seenAtMs: number;
  /** For how long it has not been heard of, by that clock. */
  readonly silentMs: number;
  /** Whether its lease lasts. */
  readonly isAlive: boolean;
  /** It is shutting down, and takes no further sessions. */
  readonly isDraining: boolean;
  /** Sessions that it owns. */
  readonly sessions: number;
}

/** What has changed elsewhere. It has no content: the store has it. */
export interface StoreNotice {
  /** The node that it comes from. */
  readonly from: string;
  /** The last numbers of logs that became longer, by session. */
  readonly events?: Readonly<Record<string, number>> | undefined;
  readonly turns?: readonly string[] | undefined;
  readonly interactions?: readonly string[] | undefined;
  /** Settings of agents. */
  readonly settings?: boolean | undefined;
  /** Something may have been missed. */
  readonly look?: boolean | undefined;
}

export type SessionClaim =
  /** `isNew`: another node may have had it since. `hasFolder`: false if its folder is on a machine without a living node. */
  | { readonly kind: "ours"; readonly isNew: boolean; readonly hasFolder: boolean }
  /** Its owner, or one that can be. */
  | { readonly kind: "other"; readonly node: StoreNode }
  | { readonly kind: "none" };

export interface QueuedTurnRow {
  readonly id: string;
  readonly sessionId: string;
}

/** A server, as callers see it. */
export interface HubNode extends Pick<StoreNode, "id" | "host" | "version" | "place" | "sessions" | "startedAtMs"> {
  /** Undefined if it has its store to itself, and so no lease. */
  readonly seenAtMs: number | undefined;
  readonly silentMs: number | undefined;
  /** It is the one that answers. */
  readonly isSelf: boolean;
  /** `lost`: it has not renewed its lease, and others take its sessions. */
  readonly state: "starting" | "running" | "draining" | "lost";
}

export interface HubNodes {
  list(): Promise<readonly HubNode[]>;
  /** The server hands its sessions over and ends. Rejects with `bad_input` if it is not there. */
  drain(id: string): Promise<void>;
  /** This server was asked to end. */
  onDrain(listener: () => void): () => void;
}

/** The part of a shared store that says who owns what. */
export interface StoreNodes {
  readonly id: string;
  readonly key: string;
  /** From now on others can call this node. */
  announce(url: string): Promise<void>;
  list(): Promise<readonly StoreNode[]>;
  /** Ours if no living node has it. No round trip if it is ours already. Rejects if no node can take it. */
  claim(sessionId: string): Promise<SessionClaim>;
  isOurs(sessionId: string): boolean;
  /** Others may have it. */
  release(sessionId: string): Promise<void>;
  /** Sessions without a living owner whose unfinished turns this node can continue or has to end. */
  listOrphans(): Promise<readonly string[]>;
  /** Turns of our sessions that are stored and have not begun. */
  listQueued(): Promise<readonly QueuedTurnRow[]>;
  /** The last numbers of logs. */
  readLastSeqs(sessionIds: readonly string[]): Promise<Readonly<Record<string, number>>>;
  onNotice(listener: (notice: StoreNotice) => void): () => void;
  /** A node takes no further sessions from now on, and is asked to end. False if it is not there. */
  drain(nodeId: string): Promise<boolean>;
  /** This node was asked to end. */
  onDrain(listener: () => void): () => void;
  /** This node did not renew its lease in time: it owns nothing any more. */
  onLost(listener: (sessionIds: readonly string[]) => void): () => void;
}
