// A session with the events that a test needs, imported into the server of the page.
import type { SessionEventBody } from "@parley/acp";
import type { PagePlace } from "./opened-page.ts";

/** Returns the new session's id. */
export async function importSession(
  { served, place }: Pick<PagePlace, "served" | "place">,
  bodies: readonly SessionEventBody[],
): Promise<string> {
  const header = { parley: "session", version: 1, title: "Imported", agent: "script", cwd: place.work };
  const events = bodies.map((body, at) => ({ v: 1, seq: at + 1, at: 1_794_852_329_000 + at, sessionId: "s", ...body }));
  const response = await fetch(`${served.url}/sessions/import`, {
    method: "POST",
    headers: { authorization: `Bearer ${served.token}`, "content-type": "application/x-ndjson" },
    body: [header, ...events].map((line) => JSON.stringify(line)).join("\n"),
  });
  if (response.status !== 201) throw new Error(`Import: ${response.status} ${await response.text()}`);
  const { id } = (await response.json()) as { readonly id: string };
  return id;
}

export const prompt = (text: string): SessionEventBody => ({ type: "prompt", prompt: [{ type: "text", text }] });

export const say = (text: string): SessionEventBody => ({
  type: "update",
  update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text } },
});

export const stop: SessionEventBody = { type: "stop", stopReason: "end_turn" };
