// The few requests that the measurements of several servers need.
import type { Address } from "../server/watched-server.ts";

export interface Turn {
  readonly id: string;
  readonly state: string;
  readonly first_seq?: number;
  readonly last_seq?: number;
  readonly error?: { readonly code: string };
}

export async function send<Answer>(
  { host, port, headers }: Address,
  method: "GET" | "POST",
  path: string,
  body?: object,
): Promise<Answer> {
  const response = await fetch(`http://${host}:${port}${path}`, {
    method,
    headers: { ...headers, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}: ${text.slice(0, 200)}`);
  return JSON.parse(text) as Answer;
}

export async function createSession(address: Address, agent: string, cwd: string): Promise<string> {
  return (await send<{ id: string }>(address, "POST", "/sessions", { agent, working_dir: cwd })).id;
}

/** Returns the id of the turn at once. */
export async function prompt(address: Address, sessionId: string, text: string): Promise<string> {
  const body = { user_message: text };
  return (await send<{ turn_id: string }>(address, "POST", `/sessions/${sessionId}/reply`, body)).turn_id;
}

export const LOOK_MS = 20;
export const FINAL: ReadonlySet<string> = new Set(["completed", "failed", "cancelled"]);

export async function ended(address: Address, turnId: string): Promise<Turn> {
  for (;;) {
    const turn = await send<Turn>(address, "GET", `/turns/${turnId}`);
    if (FINAL.has(turn.state)) return turn;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
