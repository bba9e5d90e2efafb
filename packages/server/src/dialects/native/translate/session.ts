// A session of the hub as the native API shows it.
import type { HubSession } from "@parley/hub";
import { sessionUris } from "../../../http/session-uris.ts";
import { toShownExtension } from "./extension.ts";

/** With the addresses of ACP-REST, which are too many for a list. */
export function toNativeSession(session: HubSession, baseUrl: string): Readonly<Record<string, unknown>> {
  return { ...toListedSession(session), ...sessionUris(baseUrl, session) };
}

const texts = new WeakMap<HubSession, string>();

/** As JSON. A session that has not changed is the same object, and its text is there. */
export function toListedText(session: HubSession): string {
  const known = texts.get(session);
  if (known !== undefined) return known;
  const text = JSON.stringify(toListedSession(session));
  texts.set(session, text);
  return text;
}

export function toListedSession(session: HubSession): Readonly<Record<string, unknown>> {
  const { id, usage } = session;
  return {
    id,
    name: session.title,
    is_named: session.isNamed,
    agent: session.agent,
    working_dir: session.cwd,
    additional_folders: session.additionalFolders,
    created_at: new Date(session.createdAtMs).toISOString(),
    updated_at: new Date(session.updatedAtMs).toISOString(),
    session_type: "user",
    status: session.state,
    turns: session.turns,
    last_seq: session.lastSeq,
    cleared_seq: session.clearedSeq,
    ...(session.forkedFrom === undefined ? {} : { forked_from: session.forkedFrom }),
    total_tokens: usage.totalTokens,
    input_tokens: usage.inputTokens,
    output_tokens: usage.outputTokens,
    accumulated_total_tokens: usage.totalTokens,
    accumulated_input_tokens: usage.inputTokens,
    accumulated_output_tokens: usage.outputTokens,
    extensions: session.extensions.map(toShownExtension),
    ...(session.sandbox === undefined ? {} : { sandbox: session.sandbox }),
  };
}
