// What an answer of our side of ACP may be: a message, and if it is an error, one with a reason.
import { BrokenPromise } from "../engine/target.ts";

const INTERNAL = -32_603;

export function checkWireError(text: string): void {
  const { error } = parse(text);
  if (error === undefined || error === null) return;
  const { code, message, data } = error as { code?: unknown; message?: unknown; data?: { code?: unknown } };
  if (typeof code !== "number" || typeof message !== "string" || message === "") {
    throw new BrokenPromise(`an error without a code and a message: ${text.slice(0, 500)}`);
  }
  // With a word of ours it is the state of a session or an agent, which JSON-RPC has no number for.
  const isNamed = typeof data?.code === "string" && data.code !== "store_failed" && data.code !== "file_failed";
  if (code === INTERNAL && !isNamed) throw new BrokenPromise(`an internal error: ${text.slice(0, 500)}`);
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw new BrokenPromise(`not JSON: ${text.slice(0, 300)}`);
  }
}
