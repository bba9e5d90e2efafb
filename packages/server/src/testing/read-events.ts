// A reader of server-sent events that shows every byte, and can stop reading.
import { request, type IncomingMessage } from "node:http";

export interface EventReader {
  readonly incoming: IncomingMessage;
  /** Everything so far. */
  readonly text: string;
  /** Resolves when the text has it; rejects if the stream ends before. */
  until(part: string): Promise<string>;
  /** `ended`: as a whole. `broken`: it was cut off. */
  readonly over: Promise<"ended" | "broken">;
  close(): void;
}

export async function readEvents(
  url: string,
  token: string,
  options: { isPaused?: boolean } = {},
): Promise<EventReader> {
  const outgoing = request(url, { headers: { Authorization: `Bearer ${token}` }, agent: false });
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once("response", resolve).once("error", reject).end();
  });
  let text = "";
  const checks = new Set<() => void>();
  const over = new Promise<"ended" | "broken">((resolve) => {
    incoming.on("error", () => resolve("broken"));
    incoming.on("close", () => resolve(incoming.complete ? "ended" : "broken"));
  });
  incoming.setEncoding("utf8");
  if (options.isPaused !== true) {
    incoming.on("data", (chunk: string) => {
      text += chunk;
      for (const check of checks) check();
    });
  }
  return {
    incoming,
    get text() {
      return text;
    },
    until: (part) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          if (!text.includes(part)) return;
          checks.delete(check);
          resolve(text);
        };
        checks.add(check);
        check();
        void over.then(() => reject(new Error(`The stream was over before ${part}: ${text.slice(-200)}`)));
      }),
    over,
    close: () => outgoing.destroy(),
  };
}
