// A conversation as it would pass: frames and their observations, at times that the test sets.
import { createExtractor } from "../../extract/create-extractor.ts";
import type { Observation } from "../../extract/observation.ts";
import type { Direction, Frame } from "../../frames/frame.ts";

export type OnFrame = (frame: Frame, observations: readonly Observation[]) => void;

/** 2026-01-01T00:00:00Z. */
export const TALK_START_MS: number = Date.UTC(2026, 0, 1);

export class Talk {
  nowMs: number = TALK_START_MS;
  readonly frames: Frame[] = [];
  readonly #onFrame: OnFrame;
  readonly #extractor = createExtractor();

  constructor(onFrame: OnFrame = () => undefined) {
    this.#onFrame = onFrame;
  }

  wait(ms: number): this {
    this.nowMs += ms;
    return this;
  }

  toAgent(message: unknown): this {
    return this.#pass("to_agent", message);
  }

  toClient(message: unknown): this {
    return this.#pass("to_client", message);
  }

  update(update: object, sessionId = "s1"): this {
    return this.toClient({ jsonrpc: "2.0", method: "session/update", params: { sessionId, update } });
  }

  say(text: string): this {
    return this.update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } });
  }

  prompt(id: number | string, text: string, meta?: object, sessionId = "s1"): this {
    const prompt = [{ type: "text", text }];
    const params = { sessionId, prompt, ...(meta && { _meta: meta }) };
    return this.toAgent({ jsonrpc: "2.0", id, method: "session/prompt", params });
  }

  /** `initialize` and `session/new`. */
  open(): this {
    this.toAgent({ jsonrpc: "2.0", id: "init", method: "initialize", params: { protocolVersion: 1 } });
    const agentInfo = { name: "tester", version: "1.2.3" };
    this.toClient({ jsonrpc: "2.0", id: "init", result: { protocolVersion: 1, agentInfo } });
    this.toAgent({ jsonrpc: "2.0", id: "new", method: "session/new", params: { cwd: "/w", mcpServers: [] } });
    return this.toClient({ jsonrpc: "2.0", id: "new", result: { sessionId: "s1", models: { currentModelId: "m-1" } } });
  }

  #pass(direction: Direction, message: unknown): this {
    const text = typeof message === "string" ? message : JSON.stringify(message);
    const seq = this.frames.length + 1;
    const base = { seq, atMs: this.nowMs, direction, byteLength: Buffer.byteLength(text), text };
    const frame: Frame = { ...base, message: typeof message === "string" ? undefined : JSON.parse(text) };
    this.frames.push(frame);
    this.#onFrame(frame, this.#extractor.add(frame));
    return this;
  }
}

/** A turn with words, a tool call that a person is asked about, a file, and an end with tokens. */
export function talkOneTurn(talk: Talk, meta?: object): Talk {
  talk.open().wait(1_000).prompt(7, "Do it with password=hunter22", meta).wait(250).say("Well");
  const call = { toolCallId: "c1", title: "Run make --token abc123", kind: "execute" };
  talk
    .wait(50)
    .update({ sessionUpdate: "tool_call", ...call, status: "pending", rawInput: { command: "make", token: "t0p" } });
  const options = [{ optionId: "yes", name: "Yes", kind: "allow_once" }];
  const params = { sessionId: "s1", toolCall: call, options };
  talk.wait(10).toClient({ jsonrpc: "2.0", id: 70, method: "session/request_permission", params });
  talk.wait(400).toAgent({ jsonrpc: "2.0", id: 70, result: { outcome: { outcome: "selected", optionId: "yes" } } });
  talk.update({ sessionUpdate: "tool_call_update", toolCallId: "c1", status: "in_progress" }).wait(100);
  talk.toClient({ jsonrpc: "2.0", id: 71, method: "fs/read_text_file", params: { sessionId: "s1", path: "/w/a.ts" } });
  talk.wait(5).toAgent({ jsonrpc: "2.0", id: 71, result: { content: "x" } });
  const content = [{ type: "content", content: { type: "text", text: "made" } }];
  talk.wait(20).update({ sessionUpdate: "tool_call_update", toolCallId: "c1", status: "completed", content });
  talk.update({ sessionUpdate: "usage_update", used: 900, size: 1_000, cost: { amount: 0.25, currency: "EUR" } });
  const usage = { inputTokens: 30, outputTokens: 12, totalTokens: 42, cachedReadTokens: 5 };
  return talk
    .say(" done")
    .wait(165)
    .toClient({ jsonrpc: "2.0", id: 7, result: { stopReason: "end_turn", usage } });
}
