// A WebSocket with what a browser's has and no more, over a real connection: no pause, no ping, no send callback.
import { WebSocket } from "ws";

type Listener = (event: never) => void;

export class BrowserSocket {
  static last: BrowserSocket | undefined;
  readonly real: WebSocket;
  /** Set by a test to stand for bytes that the browser has not sent yet. */
  unsent = 0;

  constructor(url: string | URL, protocols: string[]) {
    this.real = new WebSocket(url, protocols);
    BrowserSocket.last = this;
  }

  get readyState(): number {
    return this.real.readyState;
  }

  get bufferedAmount(): number {
    return this.unsent;
  }

  send(text: string): void {
    this.real.send(text);
  }

  close(code?: number, reason?: string): void {
    this.real.close(code, reason);
  }

  addEventListener(type: "open" | "message" | "close" | "error", listener: Listener): void {
    const call = listener as (event: object) => void;
    if (type === "error") this.real.addEventListener("error", () => call({ type: "error" }));
    else this.real.addEventListener(type, call);
  }
}
