// Calls of the native API against a real server; every answer is held against the schema that documents it.
import type { Hub } from "@parley/hub";
import type { NativeFrame } from "../../../operations/messages/native-message.ts";
import { nativeRoutes } from "../create-dialect.ts";
import type { Native } from "../native.ts";
import type { Route } from "../route.ts";
import { readFrames } from "./frames.ts";

interface Answer {
  readonly status: number;
  // What an answer looks like is what the tests are about.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any;
}

/** The test server, as much of it as is needed: whoever is compiled with the server cannot name it. */
export interface ApiServer {
  readonly url: string;
  readonly hub: Hub;
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

export interface Api {
  call(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  reply(body: unknown): Promise<NativeFrame[]>;
  /** A session with one finished turn. */
  talk(
    script: string,
    agent?: string,
  ): Promise<{ readonly sessionId: string; readonly frames: readonly NativeFrame[] }>;
}

export function createApi(server: ApiServer): Api {
  // Only their contracts are looked at.
  const routes = nativeRoutes({ baseUrl: () => server.url, hub: server.hub } as unknown as Native);
  async function call(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> {
    const response = await server.fetch(path, {
      method,
      headers: { ...(body === undefined ? {} : { "Content-Type": "application/json" }), ...headers },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const value: unknown = text === "" ? undefined : JSON.parse(text);
    if (response.ok) checkAnswer(routes, method, path, response.status, value);
    return { status: response.status, body: value };
  }
  const post = (path: string, body: unknown): Promise<Response> =>
    server.fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  return {
    call,
    reply: async (body) => readFrames(await post("/reply", body)),
    async talk(script, agent = "script") {
      const response = await post("/reply", { user_message: script, agent });
      const sessionId = response.headers.get("Parley-Session-Id") ?? "";
      return { sessionId, frames: await readFrames(response) };
    },
  };
}

function checkAnswer(routes: readonly Route[], method: string, path: string, status: number, value: unknown): void {
  const plain = path.split("?")[0] ?? "";
  const route = routes.find(({ contract }) => {
    if (contract.method !== method.toLowerCase()) return false;
    return [contract.path, ...(contract.aliases ?? [])].some((one) =>
      new RegExp(`^${one.replaceAll(/\{\w+\}/g, "[^/]+").replaceAll(".", String.raw`\.`)}$`).test(plain),
    );
  });
  if (route === undefined) throw new Error(`No route for ${method} ${path}`);
  const { reply } = route.contract;
  if (status !== (reply.status ?? 200))
    throw new Error(`${method} ${path} answered ${status}, not ${reply.status ?? 200}`);
  reply.schema?.parse(value);
}
