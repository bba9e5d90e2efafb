// A long session that a server has: imported, because its turns would take long.
import type { WatchedServer } from "./watched-server.ts";

/** Its id. `cwd`: the folder that it belongs to. */
export async function importMessages(
  { address: { host, port, headers } }: Pick<WatchedServer, "address">,
  messages: number,
  cwd?: string,
): Promise<string> {
  const events = Array.from({ length: messages / 2 }, (_, at) => [
    { type: "prompt", prompt: [{ type: "text", text: `Question ${at + 1}.` }] },
    {
      type: "update",
      update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text: answer(at + 1) } },
    },
    { type: "stop", stopReason: "end_turn" },
  ]).flat();
  const header = cwd === undefined ? [] : [JSON.stringify({ parley: "session", version: 1, agent: "script", cwd })];
  const lines = events.map((event, at) =>
    JSON.stringify({ v: 1, seq: at + 1, at: 1_767_225_600_000 + at, sessionId: "s", ...event }),
  );
  const response = await fetch(`http://${host}:${port}/sessions/import`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/x-ndjson" },
    body: [...header, ...lines].join("\n"),
  });
  const { id } = (await response.json()) as { readonly id?: string };
  if (id === undefined) throw new Error(`The session could not be imported: ${response.status}`);
  return id;
}

function answer(at: number): string {
  return `Answer ${at}.\n\nIt has **two** paragraphs and a list:\n\n- one\n- two\n\n\`\`\`ts\nconst at = ${at};\n\`\`\`\n`;
}
