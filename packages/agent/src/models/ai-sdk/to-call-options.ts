// Converts a request into AI SDK call options.
import type { LanguageModelV3CallOptions, LanguageModelV3FunctionTool } from "@ai-sdk/provider";
import { ANSWER_TOKENS_DEFAULT } from "../../limits.ts";
import type { ModelRequest } from "../model.ts";
import type { Json } from "./dialect.ts";
import { toPrompt, type Reader } from "./to-prompt.ts";

/** `options`: the dialect's options that the server supports. */
export function toCallOptions(
  request: ModelRequest,
  reader: Reader,
  options: Readonly<Record<string, Json>>,
  abortSignal: AbortSignal,
): LanguageModelV3CallOptions {
  const { dialect } = reader;
  const maxOutputTokens = outputMax(request, reader);
  return {
    prompt: toPrompt(request, reader),
    abortSignal,
    ...(request.tools.length === 0 ? {} : { tools: toTools(request, reader), toolChoice: { type: "auto" } }),
    ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
    ...(Object.keys(options).length === 0 ? {} : { providerOptions: { [dialect.namespace]: options } }),
  };
}

function outputMax({ outputTokensMax }: ModelRequest, { dialect, info }: Reader): number | undefined {
  if (outputTokensMax !== undefined) return Math.min(outputTokensMax, info.outputTokensMax ?? outputTokensMax);
  if (!dialect.needsOutputMax) return undefined;
  return Math.min(ANSWER_TOKENS_DEFAULT, info.outputTokensMax ?? ANSWER_TOKENS_DEFAULT);
}

function toTools({ tools }: ModelRequest, { dialect, model }: Reader): LanguageModelV3FunctionTool[] {
  const mark = dialect.cachesTools === true ? dialect.cacheMark?.(model) : undefined;
  return tools.map(({ name, description, inputSchema }, at) => ({
    type: "function",
    name,
    description,
    inputSchema,
    // Marks the last tool, so that all tools are cached.
    ...(mark !== undefined && at === tools.length - 1 ? { providerOptions: { [dialect.namespace]: mark } } : {}),
  }));
}
