// Statistics of a trace: messages, sizes, times, and the outcome of each session.
import { createConversation, fieldsOf, type PlacedFrame } from "../conversation.ts";
import { NAMES_MAX } from "../../limits.ts";
import type { Side, TraceItem } from "../trace-item.ts";
import { SessionCounter, type SessionStats } from "./session-stats.ts";
import { Samples, type Spread } from "./spread.ts";

export interface MethodStats {
  readonly method: string;
  /** The calling side. */
  readonly from: Side;
  readonly calls: number;
  readonly answers: number;
  readonly errors: number;
  /** Including answers. */
  readonly bytes: number;
  readonly tookMs: Spread | undefined;
}

export interface UpdateStats {
  readonly update: string;
  readonly count: number;
  readonly bytes: number;
}

interface SideStats {
  readonly frames: number;
  readonly bytes: number;
}

export interface TraceStats {
  readonly from: Readonly<Record<Side, SideStats>>;
  readonly connections: number;
  readonly startedAtMs: number | undefined;
  readonly endedAtMs: number | undefined;
  readonly agent: string | undefined;
  readonly client: string | undefined;
  readonly protocolVersion: number | undefined;
  readonly unanswered: number;
  readonly notJson: number;
  readonly notKept: number;
  readonly dropped: number;
  readonly damaged: number;
  /** Most bytes first. */
  readonly methods: readonly MethodStats[];
  readonly updates: readonly UpdateStats[];
  /** In the order of their first frame. */
  readonly sessions: readonly SessionStats[];
}

export interface TraceCounter {
  add(item: TraceItem): void;
  result(): TraceStats;
}

export function createTraceCounter(): TraceCounter {
  return new Counter();
}

interface CountedMethod {
  readonly method: string;
  readonly from: Side;
  calls: number;
  answers: number;
  errors: number;
  bytes: number;
  readonly took: Samples;
}

class Counter implements TraceCounter {
  readonly #conversation = createConversation();
  readonly #methods = new Map<string, CountedMethod>();
  readonly #updates = new Map<string, { update: string; count: number; bytes: number }>();
  readonly #sessions = new Map<string, SessionCounter>();
  readonly #from = { client: { frames: 0, bytes: 0 }, agent: { frames: 0, bytes: 0 } };
  #startedAtMs: number | undefined;
  #endedAtMs: number | undefined;
  #agent: string | undefined;
  #client: string | undefined;
  #protocolVersion: number | undefined;
  #notJson = 0;
  #notKept = 0;
  #dropped = 0;
  #damaged = 0;

  add(item: TraceItem): void {
    if (item.type === "header") {
      if (item.header.part === 1) this.#conversation.restart();
      this.#agent ??= item.header.agent;
    } else if (item.type === "dropped") this.#dropped += item.count;
    else if (item.type === "damage") this.#damaged += 1;
    else if (item.type === "frame") this.#addFrame(this.#conversation.add(item));
  }

  result(): TraceStats {
    const methods = [...this.#methods.values()].map(({ took, ...counted }) => ({ ...counted, tookMs: took.spread() }));
    return {
      from: this.#from,
      connections: this.#conversation.connections,
      startedAtMs: this.#startedAtMs,
      endedAtMs: this.#endedAtMs,
      agent: this.#agent,
      client: this.#client,
      protocolVersion: this.#protocolVersion,
      unanswered: this.#conversation.unanswered.length,
      notJson: this.#notJson,
      notKept: this.#notKept,
      dropped: this.#dropped,
      damaged: this.#damaged,
      methods: methods.toSorted((one, other) => other.bytes - one.bytes),
      updates: [...this.#updates.values()].toSorted((one, other) => other.bytes - one.bytes),
      sessions: [...this.#sessions.values()].map((session) => session.result()),
    };
  }

  #addFrame(placed: PlacedFrame): void {
    const { frame, kind, method, sessionId, updateKind } = placed;
    const side = this.#from[frame.from];
    side.frames += 1;
    side.bytes += frame.bytes;
    this.#startedAtMs ??= frame.atMs;
    this.#endedAtMs = frame.atMs ?? this.#endedAtMs;
    if (kind === "text") {
      if (frame.isCut) this.#notKept += 1;
      else this.#notJson += 1;
    }
    if (method === "initialize") this.#greet(placed);
    if (method !== undefined) this.#addMethod(placed, method);
    if (updateKind !== undefined) this.#addUpdate(updateKind, frame.bytes);
    if (sessionId !== undefined) this.#sessionOf(sessionId)?.add(placed);
  }

  #greet({ kind, params, result }: PlacedFrame): void {
    if (kind === "request") this.#client = nameOf(params["clientInfo"] ?? params["info"]) ?? this.#client;
    const { agentInfo, info, protocolVersion } = fieldsOf(result);
    if (kind !== "response") return;
    this.#agent = nameOf(agentInfo ?? info) ?? this.#agent;
    if (typeof protocolVersion === "number") this.#protocolVersion = protocolVersion;
  }

  #addMethod({ frame, kind, error, tookMs }: PlacedFrame, method: string): void {
    const from: Side = kind !== "response" ? frame.from : frame.from === "client" ? "agent" : "client";
    const key = `${from} ${method}`;
    let counted = this.#methods.get(key);
    if (counted === undefined) {
      if (this.#methods.size >= NAMES_MAX) return;
      counted = { method, from, calls: 0, answers: 0, errors: 0, bytes: 0, took: new Samples() };
      this.#methods.set(key, counted);
    }
    counted.bytes += frame.bytes;
    if (kind !== "response") counted.calls += 1;
    else {
      counted.answers += 1;
      if (error !== undefined) counted.errors += 1;
      counted.took.add(tookMs);
    }
  }

  #addUpdate(update: string, bytes: number): void {
    const counted = this.#updates.get(update) ?? { update, count: 0, bytes: 0 };
    counted.count += 1;
    counted.bytes += bytes;
    if (this.#updates.size < NAMES_MAX) this.#updates.set(update, counted);
  }

  #sessionOf(sessionId: string): SessionCounter | undefined {
    let session = this.#sessions.get(sessionId);
    if (session === undefined && this.#sessions.size < NAMES_MAX) {
      session = new SessionCounter(sessionId);
      this.#sessions.set(sessionId, session);
    }
    return session;
  }
}

function nameOf(value: unknown): string | undefined {
  const { name, version } = fieldsOf(value);
  if (typeof name !== "string") return undefined;
  return typeof version === "string" ? `${name} ${version}` : name;
}
