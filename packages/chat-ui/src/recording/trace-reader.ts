// Reads the messages of a trace into a recording.
import {
  createExtractor,
  createUnaskedFinder,
  type Extractor,
  type Observation,
  type TraceItem,
} from "@parley/observe";
import type { Recording } from "./recording.ts";

export class TraceReader {
  readonly #recording: Recording;
  #extractor: Extractor = createExtractor();
  readonly #unasked = createUnaskedFinder();
  #agent = "Agent";
  #seq = 0;
  #lastMs = 0;
  /** What relative paths are relative to, by the agent's id of the session. */
  readonly #cwds = new Map<string, string>();
  #latest = "";

  constructor(recording: Recording) {
    this.#recording = recording;
  }

  add(item: TraceItem): void {
    if (item.type === "header") {
      this.#agent = item.header.agent ?? this.#agent;
      // Another connection has ids of its own.
      if (item.header.part === 1) this.#extractor = createExtractor();
    }
    if (item.type !== "frame") return;
    this.#seq += 1;
    this.#lastMs = Math.max(this.#lastMs, item.atMs ?? this.#lastMs + 1);
    const { raw, bytes, message, from, text } = item;
    const said = this.#extractor.add({
      seq: this.#seq,
      atMs: this.#lastMs,
      direction: from === "client" ? "to_agent" : "to_client",
      byteLength: bytes,
      text: raw ?? text,
      message,
    });
    for (const one of said) {
      this.#note(one);
      for (const unasked of this.#unasked.add(one)) this.#note(unasked);
    }
  }

  #note(said: Observation): void {
    const sessionId = said.sessionId ?? this.#latest;
    this.#latest = sessionId;
    if (said.type === "session_opened" && said.cwd !== undefined) {
      this.#cwds.set(sessionId, said.cwd);
      this.#recording.setFolder(said.cwd);
    }
    this.#recording.add(said, this.#recording.actor(sessionId, this.#agent), this.#cwds.get(sessionId));
  }
}
