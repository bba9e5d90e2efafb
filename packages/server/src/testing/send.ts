// A request with whatever headers: `fetch` does not let a test lie about the host or the origin.
import { request, type IncomingHttpHeaders } from "node:http";

export interface Sent {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface SendOptions {
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Several pieces go out without their length being said before. */
  readonly body?: string | readonly string[] | undefined;
}

export function send(url: string, { method = "GET", headers = {}, body }: SendOptions = {}): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, agent: false });
    outgoing.once("error", reject);
    outgoing.once("response", (incoming) => {
      let text = "";
      incoming.setEncoding("utf8");
      incoming.on("data", (chunk: string) => (text += chunk));
      incoming.once("error", reject);
      incoming.once("end", () => resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: text }));
    });
    if (typeof body === "object") for (const piece of body) outgoing.write(piece);
    outgoing.end(typeof body === "string" ? body : undefined);
  });
}
