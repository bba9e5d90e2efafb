// `--json-schema`: reads the schema, and asks once more if the answer does not fit it.
import type { ContentBlock, SessionEvent } from "@parley/acp";
import { hasErrno, ParleyError } from "@parley/base";
import { describeMistake, parseUserJson } from "@parley/home/user-files";
import type { AnswerSchema } from "@parley/hub/structured";
import { readFile } from "node:fs/promises";
import { fileErrorWords } from "../file-error-words.ts";
import type { TurnOutcome } from "./result.ts";

export async function readSchema(file: string | undefined): Promise<AnswerSchema | undefined> {
  if (file === undefined) return undefined;
  const { compileSchema } = await import("@parley/hub/structured");
  const bad = (why: string, cause: unknown): ParleyError =>
    new ParleyError({ code: "usage", message: `--json-schema ${file} ${why}`, cause });
  const text = await readFile(file, "utf8").catch((cause: unknown) => {
    if (file.trimStart().startsWith("{")) throw bad("is a schema; write it to a file, and pass its path", cause);
    throw hasErrno(cause, "ENOENT") ? bad("not found", cause) : bad(`cannot be read: ${fileErrorWords(cause)}`, cause);
  });
  const parsed = parseUserJson(text);
  if ("wrong" in parsed) throw bad(describeMistake(parsed), undefined);
  return compileSchema(parsed.value, `--json-schema ${file}`);
}

/** A session that can be prompted, and whose events can be listened to. */
export interface PromptedSession {
  onEvents(listener: (batch: readonly { readonly event: SessionEvent }[]) => void): () => void;
  prompt(blocks: readonly ContentBlock[]): Promise<TurnOutcome>;
}

export interface SchemaAnswer {
  readonly turn: TurnOutcome;
  /** Undefined if the turn did not end with an answer. */
  readonly answer?: { readonly value: unknown } | undefined;
}

export async function promptForAnswer(
  session: PromptedSession,
  blocks: readonly ContentBlock[],
  schema: AnswerSchema,
): Promise<SchemaAnswer> {
  let said = "";
  const stopListening = session.onEvents((batch) => {
    for (const { event } of batch) said += agentTextOf(event);
  });
  try {
    const { ending, answer } = await schema.ask(async (retry) => {
      said = "";
      const prompt = retry === undefined ? [...blocks, toText(schema.instruction)] : [toText(retry)];
      const ended = await session.prompt(prompt);
      return { ending: ended, said };
    });
    return { turn: ending, answer };
  } finally {
    stopListening();
  }
}

function agentTextOf(event: SessionEvent): string {
  if (event.type !== "update" || event.update.sessionUpdate !== "agent_message_chunk") return "";
  return event.update.content.type === "text" ? event.update.content.text : "";
}

/** Only for the agent; it must not become the session's title. */
function toText(text: string): ContentBlock {
  return { type: "text", text, annotations: { audience: ["assistant"] } };
}
