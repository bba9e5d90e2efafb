// Reads the log of one session into a recording: what its messages say, and what only the log knows.
import type { SessionEvent } from "@parley/acp";
import { createEventExtractor, type EventExtractor } from "@parley/observe";
import { UNASKED, WRITE } from "./file-states.ts";
import type { Recording } from "./recording.ts";

export class EventReader {
  readonly #recording: Recording;
  #extractor: EventExtractor = createEventExtractor();
  #isRunning = false;
  readonly #sessionId: string;
  #agent: string;
  #actor: number | undefined;
  #cwd: string | undefined;
  /** Paths that the running turn wrote, as far as its messages say so. */
  readonly #written = new Set<string>();

  /** `agent`: what it is called until it says so itself. */
  constructor(recording: Recording, sessionId: string, agent: string) {
    this.#recording = recording;
    this.#sessionId = sessionId;
    this.#agent = agent;
  }

  add(event: SessionEvent): void {
    if (event.type === "agent_started" || event.type === "agent_restarted") {
      const { title, name } = event.agent;
      this.#agent = title ?? name;
      this.#actor = undefined;
      this.#cwd = event.cwd;
      this.#recording.setFolder(event.cwd);
    }
    const actor = (this.#actor ??= this.#recording.actor(this.#sessionId, this.#agent));
    if (event.type === "prompt") this.#startTurn();
    else if (event.type === "stop") this.#isRunning = false;
    for (const said of this.#extractor.add(event)) {
      if (said.type === "file" && said.action === "write") this.#written.add(said.path);
      this.#recording.add(said, actor, this.#cwd);
    }
    this.#addOwn(event, actor);
  }

  /** What an extractor remembers is of one turn: another one for the next keeps it small over days. */
  #startTurn(): void {
    this.#written.clear();
    if (!this.#isRunning) this.#extractor = createEventExtractor();
    this.#isRunning = true;
  }

  /** What no message says. */
  #addOwn(event: SessionEvent, actor: number): void {
    const { at: atMs, sessionId } = event;
    if (event.type === "stop" && event.usage !== undefined) {
      this.#recording.spans.noteTokens(actor, event.usage.totalTokens);
    } else if (event.type === "elicitation_asked") {
      const requestId = event.interactionId;
      this.#recording.add({ type: "permission_asked", atMs, sessionId, requestId, toolCallId: undefined }, actor);
    } else if (event.type === "elicitation_answered") {
      const answer = { requestId: event.interactionId, outcome: "answered", optionKind: undefined };
      this.#recording.add({ type: "permission_answered", atMs, sessionId, ...answer }, actor);
    } else if (event.type === "changes") {
      for (const { path, isUncovered } of event.files) {
        if (isUncovered === true) this.#recording.touch(path, UNASKED, atMs, actor, this.#cwd);
        else if (!this.#isWritten(path)) this.#recording.touch(path, WRITE, atMs, actor, this.#cwd);
      }
    }
  }

  #isWritten(path: string): boolean {
    return this.#written.has(path) || (this.#cwd !== undefined && this.#written.has(`${this.#cwd}/${path}`));
  }
}
