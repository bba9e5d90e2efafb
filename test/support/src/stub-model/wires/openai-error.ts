// How OpenAI's wires tell an error.
import type { Refusal } from "../reply.ts";

const TYPES: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  404: "invalid_request_error",
  429: "rate_limit_error",
};

const CODES: Readonly<Record<number, string>> = { 401: "invalid_api_key", 429: "rate_limit_exceeded" };

export function toOpenAiError({ status, message }: Refusal): unknown {
  return { error: { message, type: TYPES[status] ?? "server_error", param: null, code: CODES[status] ?? null } };
}
