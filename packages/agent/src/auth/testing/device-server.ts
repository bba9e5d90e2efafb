// A server on loopback that gives codes and tokens as told, and notes what it was asked and when.
import type { Clock } from "@parley/base";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** JSON with a status, a text that is no JSON, or a connection that breaks. */
export type Reply =
  | { readonly status?: number; readonly json: unknown }
  | { readonly status?: number; readonly text: string; readonly headers?: Readonly<Record<string, string>> }
  | "drop";

export interface Asked {
  readonly path: string;
  readonly atMs: number;
  readonly fields: Readonly<Record<string, string>>;
  readonly accept: string | undefined;
}

export const PENDING: Reply = { json: { error: "authorization_pending" } };
export const TOKEN: Reply = { json: { access_token: "gho_token", token_type: "bearer", scope: "" } };

const CODE = {
  device_code: "device-1",
  user_code: "ABCD-1234",
  verification_uri: "https://github.com/login/device",
  expires_in: 900,
  interval: 5,
};

export class FakeDeviceServer implements AsyncDisposable {
  readonly asked: Asked[] = [];
  /** Replaced by a test that wants another. */
  code: Reply = { json: CODE };
  readonly #server: Server;
  readonly #polls: Reply[];

  constructor(polls: readonly Reply[], clock: Clock) {
    this.#polls = [...polls];
    this.#server = createServer((request, response) => void this.#answer(request, response, clock));
  }

  static async start(polls: readonly Reply[], clock: Clock): Promise<FakeDeviceServer> {
    const fake = new FakeDeviceServer(polls, clock);
    fake.#server.listen(0, "127.0.0.1");
    await once(fake.#server, "listening");
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get env(): Readonly<Record<string, string>> {
    return { PARLEY_GITHUB_HOST: this.url, PARLEY_GITHUB_CLIENT_ID: "client-1" };
  }

  /** Seconds between one question whether it is done and the next; the first since the code. */
  get pauses(): number[] {
    return this.asked.slice(1).map(({ atMs }, index) => (atMs - (this.asked[index]?.atMs ?? 0)) / 1_000);
  }

  willGive(change: Readonly<Record<string, unknown>>): void {
    this.code = { json: { ...CODE, ...change } };
  }

  async #answer(request: IncomingMessage, response: ServerResponse, clock: Clock): Promise<void> {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    const { url: path = "", headers } = request;
    const fields = Object.fromEntries(new URLSearchParams(body));
    this.asked.push({ path, atMs: clock.now(), fields, accept: headers.accept });
    const isCode = path.endsWith("/login/device/code");
    send(response, isCode ? this.code : (this.#polls.shift() ?? PENDING));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }
}

function send(response: ServerResponse, reply: Reply): void {
  if (reply === "drop") {
    response.destroy();
    return;
  }
  const { status = 200 } = reply;
  if ("json" in reply) {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(reply.json));
    return;
  }
  response.writeHead(status, { "content-type": "text/html", ...reply.headers }).end(reply.text);
}
