// A turn whose answer has to fit a JSON Schema: the agent is prompted, and once more if its answer does not fit.
import type { ContentBlock } from "@parley/acp";
import type { TurnResult } from "@parley/client";
import { readAll } from "../log/read-events.ts";
import type { LiveSession } from "../live/live-session.ts";
import type { HubStore } from "../api/store.ts";
import type { AnswerSchema } from "./answer-schema.ts";

/** Rejects with `bad_input`. Loaded by the first turn that needs it. */
export async function compileTurnSchema(jsonSchema: unknown): Promise<AnswerSchema> {
  const { compileSchema } = await import("./answer-schema.ts");
  return compileSchema(jsonSchema, "json_schema");
}

/** `ask` gets the text of the second try, if there is one. */
export async function askWithSchema(
  store: HubStore,
  schema: AnswerSchema,
  session: LiveSession,
  ask: (retry?: readonly ContentBlock[]) => Promise<TurnResult>,
): Promise<TurnResult> {
  const { ending } = await schema.ask(async (retry) => {
    const after = session.row.lastSeq;
    const result = await ask(retry === undefined ? undefined : [{ type: "text", text: retry }]);
    return { ending: result, said: await saidSince(store, session, after) };
  });
  return ending;
}

async function saidSince(store: HubStore, session: LiveSession, after: number): Promise<string> {
  await session.save();
  let text = "";
  for await (const { event } of readAll(store, session.id, { after })) {
    if (event.type !== "update" || event.update.sessionUpdate !== "agent_message_chunk") continue;
    if (event.update.content.type === "text") text += event.update.content.text;
  }
  return text;
}
