// Watches one connection to an agent, and passes its frames to the watches of our sessions.
import { type Clock, type Log, isObject } from "@parley/base";
import type { AgentObserver } from "@parley/client";
import { createExtractor, type Direction, type Observation } from "@parley/observe";
import type { Telemetry } from "@parley/observe/otel";
import { type MalformedInput, type Message, type SendOutcome } from "@parley/rpc";
import { FrameSessions } from "./frame-sessions.ts";
import { charsOf, keepMalformed, keepMessage, keepSpeech, type KeptFrame } from "./kept-frame.ts";
import {
  BEGINNING_CHARS_MAX,
  BEGINNING_FRAMES_MAX,
  GONE_MAX,
  OPEN_REQUESTS_MAX,
  CONNECTION_SESSIONS_MAX,
  UNNAMED_FRAMES_MAX,
  UNNAMED_SESSIONS_MAX,
} from "../limits.ts";
import type { SessionWatch } from "./session-watch.ts";

export interface ConnectionWatchOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly agent: string;
  /** The watch of one of our sessions; created if there is none. */
  readonly watchOf: (sessionId: string) => SessionWatch;
  readonly onClosed: () => void;
  /** Called for every message of the connection, whichever session it is of. */
  readonly onFrame: (frame: KeptFrame) => void;
  /** Set if a collector is configured. */
  readonly telemetry?: Telemetry | undefined;
}

interface Seen {
  readonly frame: KeptFrame;
  readonly observations: readonly Observation[];
}

export class ConnectionWatch implements AgentObserver {
  readonly #options: ConnectionWatchOptions;
  readonly #extractor = createExtractor();
  readonly #frameSessions = new FrameSessions();
  /** First frames of the connection. */
  readonly #beginning: KeptFrame[] = [];
  #beginningChars = 0;
  /** Our sessions by the agent's ids. */
  readonly #names = new Map<string, string>();
  readonly #unnamed = new Map<string, Seen[]>();
  /** The agent's sessions by the requests that are turns. */
  readonly #openTurns = new Map<string, string>();
  /** Sessions in which the latest frame was a piece of text. */
  readonly #speaking = new Set<string>();
  readonly #gone = new Set<string>();
  #seq = 0;
  #failures = 0;

  constructor(options: ConnectionWatchOptions) {
    this.#options = options;
  }

  sent(message: Message, outcome: SendOutcome): void {
    if (outcome === "closed") return;
    const kept = keepMessage(message, undefined, "to_agent", this.#options.clock.now());
    this.#options.onFrame(kept);
    this.#add(message, kept, "to_agent", false);
  }

  received(value: unknown, bytes: number): void {
    const atMs = this.#options.clock.now();
    const speaker = speakerOf(value);
    const kept = speaker === undefined ? keepMessage(value, bytes, "to_client", atMs) : keepSpeech(value, bytes, atMs);
    this.#options.onFrame(kept);
    if (speaker !== undefined && this.#speaking.has(speaker)) this.#route(speaker, kept, NOTHING);
    else this.#add(value, kept, "to_client", speaker !== undefined);
  }

  malformed(input: MalformedInput): void {
    const kept = keepMalformed(input, this.#options.clock.now());
    this.#options.onFrame(kept);
    this.#begin(kept);
  }

  attached(agentSessionId: string, sessionId: string): void {
    this.#gone.delete(agentSessionId);
    const isNew = this.#names.get(agentSessionId) !== sessionId;
    put(this.#names, agentSessionId, sessionId, CONNECTION_SESSIONS_MAX);
    const held = this.#unnamed.get(agentSessionId) ?? [];
    this.#unnamed.delete(agentSessionId);
    const watch = this.#options.watchOf(sessionId);
    if (isNew) for (const frame of this.#beginning) watch.begin(frame);
    for (const { frame, observations } of held) watch.begin(frame, observations);
  }

  /** Running turns get no answer now. */
  closed(): void {
    const atMs = this.#options.clock.now();
    for (const [requestId, agentSessionId] of this.#openTurns) {
      const sessionId = this.#names.get(agentSessionId);
      if (sessionId === undefined) continue;
      const how = { stopReason: undefined, error: "The connection was closed" };
      this.#options.watchOf(sessionId).see([{ type: "turn_ended", requestId, ...how, sessionId, atMs }], atMs);
    }
    this.#openTurns.clear();
    this.#unnamed.clear();
    // It never rejects: failed exports are counted.
    void this.#options.telemetry?.close();
    this.#options.onClosed();
  }

  /** Logged once, because the same failure may come with every frame. The traffic is not affected. */
  failed(cause: unknown): void {
    this.#failures += 1;
    if (this.#failures > 1) return;
    const { log, agent } = this.#options;
    log.write("error", "Could not watch the traffic of an agent", { agent, cause });
  }

  /** The session was deleted: its late frames are dropped. */
  forget(sessionId: string): void {
    for (const [agentSessionId, name] of this.#names) {
      if (name !== sessionId) continue;
      this.#names.delete(agentSessionId);
      this.#speaking.delete(agentSessionId);
      this.#gone.add(agentSessionId);
    }
    for (const oldest of this.#gone) if (this.#gone.size > GONE_MAX) this.#gone.delete(oldest);
  }

  #add(message: unknown, kept: KeptFrame, direction: Direction, isSpeech: boolean): void {
    const { agentSessionId, opener, isOpener } = this.#frameSessions.find(message, direction, kept);
    const { bytes: byteLength, raw: text } = kept;
    const head = { seq: (this.#seq += 1), atMs: kept.atMs, direction, byteLength };
    const frame = { ...head, text, message };
    const observations = this.#extractor.add(frame);
    this.#options.telemetry?.add(frame, observations);
    for (const said of observations) this.#noteTurn(said);
    if (isOpener === true) return;
    if (agentSessionId !== undefined) this.#noteSpeech(agentSessionId, isSpeech);
    if (opener !== undefined) this.#route(agentSessionId, opener, []);
    this.#route(agentSessionId, kept, observations);
  }

  #route(agentSessionId: string | undefined, frame: KeptFrame, observations: readonly Observation[]): void {
    if (agentSessionId === undefined) return this.#begin(frame);
    const sessionId = this.#names.get(agentSessionId);
    if (sessionId === undefined) this.#hold(agentSessionId, { frame, observations });
    else this.#options.watchOf(sessionId).add(frame, observations);
  }

  #noteTurn(said: Observation): void {
    if (said.type === "turn_ended") this.#openTurns.delete(said.requestId);
    else if (said.type === "turn_started" && said.sessionId !== undefined)
      put(this.#openTurns, said.requestId, said.sessionId, OPEN_REQUESTS_MAX);
  }

  /** Most frames are chunks of text; after the first one, they contain nothing new to observe. */
  #noteSpeech(agentSessionId: string, isSpeaking: boolean): void {
    if (!isSpeaking) this.#speaking.delete(agentSessionId);
    else if (this.#speaking.size < CONNECTION_SESSIONS_MAX) this.#speaking.add(agentSessionId);
  }

  /** Holds frames of an agent's session until it is known which of ours it is. */
  #hold(agentSessionId: string, seen: Seen): void {
    if (this.#gone.has(agentSessionId)) return;
    const held = this.#unnamed.get(agentSessionId);
    if (held === undefined) put(this.#unnamed, agentSessionId, [seen], UNNAMED_SESSIONS_MAX);
    else if (held.length < UNNAMED_FRAMES_MAX) held.push(seen);
  }

  #begin(frame: KeptFrame): void {
    const chars = this.#beginningChars + charsOf(frame);
    if (this.#beginning.length >= BEGINNING_FRAMES_MAX || chars > BEGINNING_CHARS_MAX) return;
    this.#beginning.push(frame);
    this.#beginningChars = chars;
  }
}

const NOTHING: readonly Observation[] = [];

/** The session of a text chunk; undefined for any other frame. */
function speakerOf(message: unknown): string | undefined {
  if (!isObject(message) || message["method"] !== "session/update" || !isObject(message["params"])) return undefined;
  const { sessionId, update } = message["params"];
  const kind = isObject(update) ? update["sessionUpdate"] : undefined;
  if (kind !== "agent_message_chunk" && kind !== "agent_thought_chunk") return undefined;
  return typeof sessionId === "string" ? sessionId : undefined;
}

/** Drops the oldest entry beyond the limit. */
function put<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, max: number): void {
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > max && oldest !== undefined) map.delete(oldest);
}
