// Follows a log from some event on, and notes the numbers of events and how long ago their agent wrote them.
import { connect, type Socket } from "node:net";
import { formatRequest } from "../server/raw-request.ts";
import type { Address } from "../server/watched-server.ts";

const US_PER_MS = 1_000;

export class LogReader implements Disposable {
  readonly seqs: number[] = [];
  /** Of events with a time in them. */
  readonly latenciesMs: number[] = [];
  readonly #socket: Socket;
  #text = "";
  #wanted: { readonly seq: number; readonly resolve: () => void } | undefined;
  isLost = false;

  constructor(address: Address, sessionId: string, after: number) {
    this.#socket = connect(address.port, address.host);
    const path = `/sessions/${sessionId}/events?after=${after}`;
    this.#socket.write(formatRequest(address, { method: "GET", path, headers: { Accept: "text/event-stream" } }));
    this.#socket.on("data", (chunk) => this.#take(chunk.toString("latin1")));
    this.#socket.on("error", () => undefined);
    this.#socket.on("close", () => {
      this.isLost = true;
      this.#wanted?.resolve();
    });
  }

  /** Resolves when the event is there, or no more come. */
  reached(seq: number): Promise<void> {
    return new Promise((resolve) => {
      if ((this.seqs.at(-1) ?? 0) >= seq || this.isLost) resolve();
      else this.#wanted = { seq, resolve };
    });
  }

  /** Resolves when the agent has said this. */
  saw(text: string): Promise<void> {
    return new Promise((resolve) => {
      this.#socket.on("data", (chunk) => {
        if (chunk.includes(`"text":"${text}"`)) resolve();
      });
    });
  }

  /** Numbers that are missing or that came twice. */
  faults(after: number): number {
    return this.seqs.filter((seq, index) => seq !== after + index + 1).length;
  }

  [Symbol.dispose](): void {
    this.#socket.destroy();
  }

  #take(chunk: string): void {
    const nowUs = (performance.timeOrigin + performance.now()) * US_PER_MS;
    this.#text += chunk;
    const whole = this.#text.lastIndexOf("\n\n");
    if (whole < 0) return;
    for (const message of this.#text.slice(0, whole).split("\n\n")) {
      const seq = /^id: (\d+)$/m.exec(message)?.[1];
      if (seq === undefined) continue;
      this.seqs.push(Number(seq));
      const saidUs = /now=(\d+);/.exec(message)?.[1];
      if (saidUs !== undefined) this.latenciesMs.push((nowUs - Number(saidUs)) / US_PER_MS);
    }
    this.#text = this.#text.slice(whole + 2);
    if (this.#wanted !== undefined && (this.seqs.at(-1) ?? 0) >= this.#wanted.seq) this.#wanted.resolve();
  }
}
