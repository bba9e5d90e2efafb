// One answer of a server, as JSON or as it is.
import type { Address } from "./watched-server.ts";

export async function getText({ host, port, headers }: Address, path: string): Promise<string> {
  const response = await fetch(`http://${host}:${port}${path}`, { headers });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${text.slice(0, 200)}`);
  return text;
}

export async function getJson<Answer>(address: Address, path: string): Promise<Answer> {
  return JSON.parse(await getText(address, path)) as Answer;
}

/** Number of the latest event of a session. */
export async function lastSeq(address: Address, sessionId: string): Promise<number> {
  const path = `/sessions/${sessionId}?conversation=false`;
  return (await getJson<{ readonly last_seq: number }>(address, path)).last_seq;
}
