// Checks whether a server responds and accepts the token.
import { ParleyError } from "@parley/base";
import { SERVER_CHECK_MS } from "../limits.ts";
import type { ServerAccess } from "./server-access.ts";

/** Rejects with `server_not_found` or `sign_in_needed`. A server that is shutting down still counts as running. */
export async function checkServer({ url, token }: ServerAccess): Promise<"ready" | "unready"> {
  let response: Response;
  try {
    const headers = token === "" ? {} : { authorization: `Bearer ${token}` };
    response = await fetch(`${url}/ready`, { headers, signal: AbortSignal.timeout(SERVER_CHECK_MS) });
    await response.body?.cancel();
  } catch (cause) {
    throw notFound(url, cause);
  }
  if (response.status === 401 || response.status === 403) throw refused(url, token);
  if (response.ok) return "ready";
  if (response.status === 503) return "unready";
  throw notFound(url, new Error(`it answered with HTTP ${response.status}`));
}

export function notFound(url: string, cause: unknown): ParleyError {
  const message = `No server at ${url}: ${describeCause(cause)}`;
  const remedy = { label: "Start one", command: "parley serve" };
  return new ParleyError({ code: "server_not_found", message, remedy, cause });
}

export function refused(url: string, token: string): ParleyError {
  const message = `The server at ${url} ${token === "" ? "requires a token" : "does not accept this token"}`;
  const remedy = {
    label: "Set PARLEY_TOKEN or pass --token-file; the token is in the file token in the server's home",
  };
  return new ParleyError({ code: "sign_in_needed", message, remedy });
}

/** The error of `fetch` is unspecific; its cause has the reason. */
function describeCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return `it did not respond within ${SERVER_CHECK_MS / 1000} s`;
  if (error.cause instanceof Error && error.cause.message !== "") return error.cause.message;
  const { code } = (error.cause ?? {}) as { readonly code?: unknown };
  return typeof code === "string" ? code : error.message;
}
