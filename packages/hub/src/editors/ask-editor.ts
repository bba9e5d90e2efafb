// Asks an editor for something, for a limited time. An editor that neither answers nor confirms that it was cancelled is disconnected.
import { ParleyError, within } from "@parley/base";
import { RpcError } from "@parley/rpc";
import type { EditorSurface } from "../api/editors.ts";

export type EditorAnswer<Value> =
  | { readonly kind: "answered"; readonly value: Value }
  /** It answered with an error. */
  | { readonly kind: "refused"; readonly error: RpcError }
  /** It did not answer in time, its answer is not valid, or its connection is gone. `why` completes "The editor …". */
  | { readonly kind: "failed"; readonly why: string };

export interface AskOptions {
  readonly answerMs: number;
  /** Wait until the editor has confirmed that it was cancelled, because it may still do what it was asked for. */
  readonly awaitsEnd: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Never rejects. */
export async function askEditor<Value>(
  surface: EditorSurface,
  ask: (signal: AbortSignal) => Promise<Value>,
  { answerMs, awaitsEnd, signal }: AskOptions,
): Promise<EditorAnswer<Value>> {
  const cancelling = new AbortController();
  const asked = ask(cancelling.signal).then(
    (value): EditorAnswer<Value> => ({ kind: "answered", value }),
    (error: unknown): EditorAnswer<Value> => toFailure(error),
  );
  const inTime = await within(asked, answerMs, { signal });
  if (inTime !== undefined) return inTime;
  cancelling.abort();
  const ended = within(asked, answerMs).then((answer) => {
    if (answer === undefined)
      surface.disconnect(`It did not confirm within ${answerMs} ms that a request was cancelled`);
    return answer;
  });
  const late = awaitsEnd ? await ended : undefined;
  if (late?.kind === "answered") return late;
  return { kind: "failed", why: `did not answer within ${answerMs} ms` };
}

function toFailure<Value>(error: unknown): EditorAnswer<Value> {
  if (error instanceof RpcError) return { kind: "refused", error };
  const isWrong = error instanceof ParleyError && error.code === "invalid_message";
  return { kind: "failed", why: isWrong ? "gave an invalid answer" : "disconnected before it had answered" };
}
