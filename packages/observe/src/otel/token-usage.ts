// The tokens of a turn, if its end reports them.
import { fieldsOf, listOf, numberOf, wordsOf, type Fields } from "../extract/fields.ts";

export interface TokenUsage {
  readonly input: number | undefined;
  readonly output: number | undefined;
  readonly cacheRead?: number | undefined;
  readonly cacheWrite?: number | undefined;
  readonly reasoning?: number | undefined;
  readonly model?: string | undefined;
}

/** `message` is the answer to the prompt, or the update that ended the turn. */
export function readTokenUsage(message: Fields): TokenUsage | undefined {
  const result = fieldsOf(message["result"]);
  const update = fieldsOf(fieldsOf(message["params"])["update"]);
  return readUsage(fieldsOf(result["usage"])) ?? readUsage(fieldsOf(update["usage"])) ?? readQuota(result);
}

function readUsage(usage: Fields): TokenUsage | undefined {
  const input = numberOf(usage["inputTokens"]);
  const output = numberOf(usage["outputTokens"]);
  if (input === undefined && output === undefined) return undefined;
  return {
    input,
    output,
    cacheRead: numberOf(usage["cachedReadTokens"]),
    cacheWrite: numberOf(usage["cachedWriteTokens"]),
    reasoning: numberOf(usage["thoughtTokens"]),
  };
}

/** Gemini CLI's format. */
function readQuota(result: Fields): TokenUsage | undefined {
  const quota = fieldsOf(fieldsOf(result["_meta"])["quota"]);
  const counts = fieldsOf(quota["token_count"]);
  const input = numberOf(counts["input_tokens"]);
  const output = numberOf(counts["output_tokens"]);
  if (input === undefined && output === undefined) return undefined;
  return { input, output, model: wordsOf(fieldsOf(listOf(quota["model_usage"])[0])["model"]) };
}
