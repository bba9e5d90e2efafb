// One attempt of a request: passes events on and classifies errors.
import type { LanguageModelV3StreamPart } from "@ai-sdk/provider";
import { ABORTED, untilAborted } from "@parley/base";
import { judgeError, unreadable, type ErrorVerdict, type Spoken } from "../failures/judge-error.ts";
import { MODEL_DRAIN_MS_MAX } from "../../limits.ts";
import type { ModelEvent, ModelRequest } from "../model.ts";
import type { Json } from "./dialect.ts";
import { StreamTranslator } from "./from-stream.ts";
import type { ProvidedModel } from "./provided-model.ts";
import { toCallOptions } from "./to-call-options.ts";

/** The error; undefined if it succeeded or was aborted. */
export async function* attempt(
  provided: ProvidedModel,
  request: ModelRequest,
  options: Readonly<Record<string, Json>>,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent, ErrorVerdict | undefined> {
  let hasDelivered = false;
  const judge = (error: unknown): ErrorVerdict => {
    const verdict = judgeError(error, provided.spoken, provided.environment.clock);
    // Delivered parts cannot be revoked, so the request is not retried.
    return hasDelivered ? { ...verdict, retry: undefined } : verdict;
  };
  try {
    const begun = await untilAborted(begin(provided, request, options, signal), signal);
    // Later events are dropped; the signal ends the stream.
    if (begun === ABORTED) return undefined;
    const { reader, contentType } = begun;
    const translator = new StreamTranslator(request.messages);
    const hangUp = (): void => void reader.cancel().catch(ignore);
    signal.addEventListener("abort", hangUp, { once: true });
    try {
      for (let read = await reader.read(); !read.done && !signal.aborted; read = await reader.read()) {
        for (const event of translator.translate(read.value)) {
          if (signal.aborted) return undefined;
          hasDelivered = true;
          yield event;
        }
        if (translator.end !== "incomplete") break;
      }
      const { end } = translator;
      if (end === "finished" || signal.aborted) return undefined;
      return end === "incomplete" ? cutOff(provided.spoken, contentType, hasDelivered) : judge(end.error);
    } finally {
      signal.removeEventListener("abort", hangUp);
      if (translator.end === "finished") drain(reader, hangUp);
      else hangUp();
    }
  } catch (error) {
    return signal.aborted ? undefined : judge(error);
  }
}

interface BegunStream {
  readonly reader: ReadableStreamDefaultReader<LanguageModelV3StreamPart>;
  readonly contentType: string;
}

async function begin(
  provided: ProvidedModel,
  request: ModelRequest,
  options: Readonly<Record<string, Json>>,
  signal: AbortSignal,
): Promise<BegunStream> {
  const model = await provided.load();
  const { stream, response } = await model.doStream(toCallOptions(request, provided, options, signal));
  return { reader: stream.getReader(), contentType: response?.headers?.["content-type"] ?? "" };
}

/** Drains the stream, so that the connection can be reused; a server that does not end it is disconnected. */
function drain(reader: BegunStream["reader"], hangUp: () => void): void {
  const timer = setTimeout(hangUp, MODEL_DRAIN_MS_MAX);
  timer.unref();
  const readOn = (): Promise<void> =>
    reader.read().then(
      ({ done }) => (done ? clearTimeout(timer) : readOn()),
      () => clearTimeout(timer),
    );
  void readOn();
}

/** A web page instead of a stream is not worth a retry. */
function cutOff(spoken: Spoken, contentType: string, hasDelivered: boolean): ErrorVerdict {
  if (contentType.includes("text/html")) return { failure: unreadable(spoken, "with a web page"), retry: undefined };
  const failure = unreadable(spoken, "with an incomplete answer");
  return { failure, retry: hasDelivered ? undefined : { afterMs: undefined } };
}

function ignore(): void {
  // A stream that cannot be cancelled has failed, which was reported where it was read.
}
