// Validates a request for a turn, and builds the stored turn.
import type { ContentBlock } from "@parley/acp";
import { ParleyError } from "@parley/base";
import type { NewTurn, Turn } from "../api/turns.ts";
import { PROMPT_BLOCKS_MAX } from "../limits.ts";
import { checkContent } from "../text/check-content.ts";

/** The part of a turn that comes from its prompt; most of it is kept until the turn is over. */
export function toKept({
  prompt,
  limits,
  jsonSchema,
  approve,
  onDisconnect,
  actor,
  keyedRequest,
}: NewTurn): Partial<Turn> {
  return {
    prompt,
    ...(limits && { limits }),
    ...(jsonSchema !== undefined && { jsonSchema }),
    ...(approve !== undefined && { approve }),
    ...(onDisconnect !== undefined && { onDisconnect }),
    ...(actor !== undefined && { actor }),
    ...(keyedRequest && { fingerprint: keyedRequest.fingerprint }),
  };
}

export function draining(): ParleyError {
  return new ParleyError({
    code: "server_draining",
    message: "The server is shutting down. Try again when it has restarted",
  });
}

export function checkPrompt(prompt: readonly ContentBlock[]): void {
  if (prompt.length > PROMPT_BLOCKS_MAX) {
    throw new ParleyError({ code: "bad_input", message: `/prompt: has more than ${PROMPT_BLOCKS_MAX} blocks` });
  }
  checkContent(prompt, "/prompt");
}
