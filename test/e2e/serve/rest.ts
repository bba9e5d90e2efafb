// A few requests of the ACP-REST dialect, for tests that drive a server over HTTP.

/** A server to talk to. */
export interface Reachable {
  readonly url: string;
  readonly token: string;
}

export interface Run {
  readonly run_id: string;
  readonly session_id: string;
  readonly status: string;
  readonly error?: { readonly message: string } | null | undefined;
  readonly output: readonly { readonly parts: readonly { readonly content?: string }[] }[];
}

export interface RunOptions {
  readonly agent: string;
  readonly sessionId?: string | undefined;
  readonly mode?: "sync" | "async" | undefined;
}

export function post({ url, token }: Reachable, path: string, body: unknown): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  return fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
}

/** A whole turn, unless `mode` is async. */
export async function run(server: Reachable, text: string, { agent, sessionId, mode }: RunOptions): Promise<Run> {
  const input = [{ role: "user", parts: [{ content_type: "text/plain", content: text }] }];
  const response = await post(server, "/runs", { agent_name: agent, session_id: sessionId, mode, input });
  if (!response.ok) throw new Error(`POST /runs was answered with ${response.status}: ${await response.text()}`);
  return (await response.json()) as Run;
}

export async function getRun({ url, token }: Reachable, id: string): Promise<Run> {
  const response = await fetch(`${url}/runs/${id}`, { headers: { authorization: `Bearer ${token}` } });
  return (await response.json()) as Run;
}

/** Polls, as a client of this dialect does. */
export async function ended(server: Reachable, id: string): Promise<Run> {
  for (;;) {
    const found = await getRun(server, id);
    if (["completed", "failed", "cancelled"].includes(found.status)) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export function textOf({ output }: Run): string {
  return output.flatMap(({ parts }) => parts.map(({ content = "" }) => content)).join("");
}
