// A model of an AI SDK provider: retries requests until events arrive, and streams them.
import { wait } from "@parley/base";
import type { ErrorVerdict } from "../failures/judge-error.ts";
import type { Model, ModelEvent, ModelFailure, ModelRequest } from "../model.ts";
import { Retries } from "../retries.ts";
import { attempt } from "./attempt.ts";
import type { ProvidedModel } from "./provided-model.ts";
import { RejectedOptions } from "./optional-options.ts";

export function createProvidedModel(provided: ProvidedModel): Model {
  const refused = new RejectedOptions(provided.dialect);
  return { info: provided.info, stream: (request, signal) => stream(provided, refused, request, signal) };
}

async function* stream(
  provided: ProvidedModel,
  refused: RejectedOptions,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  const { dialect, environment, info } = provided;
  const retries = new Retries(environment.limits, environment.random);
  while (!signal.aborted) {
    const options = refused.without(dialect.options(request, info, provided.model));
    const verdict = yield* attempt(provided, request, options, signal);
    if (verdict === undefined || signal.aborted) return;
    const { failure } = verdict;
    const retry = refused.note(failure, options) ? { afterMs: undefined } : verdict.retry;
    const delayMs = retry === undefined ? undefined : retries.next(retry.afterMs);
    if (delayMs === undefined) {
      const explained = await explain(provided, verdict, signal);
      if (!signal.aborted) yield { type: "failure", failure: explained };
      return;
    }
    environment.log.write("info", "retrying a model request", { model: info.id, kind: failure.kind, delayMs });
    yield { type: "retry", attempt: retries.attempt, delayMs, failure };
    await (environment.wait ?? wait)(delayMs, signal);
  }
}

async function explain(
  { listModels }: ProvidedModel,
  verdict: ErrorVerdict,
  signal: AbortSignal,
): Promise<ModelFailure> {
  const { failure, retry } = verdict;
  if (failure.kind === "model_unknown") return { ...failure, models: await listModels(signal) };
  const afterMs = retry?.afterMs ?? 0;
  if (afterMs === 0) return failure;
  return { ...failure, remedy: `Try again in ${Math.ceil(afterMs / 1_000)} seconds, or select another model.` };
}
