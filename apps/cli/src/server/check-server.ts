// Checks whether a server responds and accepts the token.
import { describeNetworkCode, networkCodeOf, ParleyError } from "@parley/base";
// Avoids `fetch`, because loading it would take longer than the rest of a short command.
import { get, type IncomingMessage } from "node:http";
import { SERVER_CHECK_MS } from "../limits.ts";
import type { ServerAccess } from "./server-access.ts";

/** Rejects with `server_not_found` or `sign_in_needed`. A server that is shutting down still counts as running. */
export async function checkServer({ url, token }: ServerAccess): Promise<"ready" | "unready"> {
  let status: number | undefined;
  try {
    status = await ask(`${url}/ready`, token);
  } catch (cause) {
    throw notFound(url, cause);
  }
  if (status === 401 || status === 403) throw refused(url, token);
  if (status === 200) return "ready";
  if (status === 503) return "unready";
  throw notFound(url, new Error(`it answered HTTP ${status}`));
}

async function ask(url: string, token: string): Promise<number | undefined> {
  const request = url.startsWith("https:") ? (await import("node:https")).get : get;
  const options = {
    headers: token === "" ? {} : { authorization: `Bearer ${token}` },
    agent: false,
    signal: AbortSignal.timeout(SERVER_CHECK_MS),
  };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, options, resolve).once("error", reject);
  });
  response.destroy();
  return response.statusCode;
}

export function notFound(url: string, cause: unknown): ParleyError {
  const message = `No server at ${url}: ${describeCause(cause)}`;
  const remedy = { label: "Start one", command: "parley serve" };
  return new ParleyError({ code: "server_not_found", message, remedy, cause });
}

export function refused(url: string, token: string): ParleyError {
  const message = `The server at ${url} ${token === "" ? "requires a token" : "rejected the token"}`;
  const remedy = {
    label: "Set PARLEY_TOKEN or pass --token-file; the token is in the file token in the server's home",
  };
  return new ParleyError({ code: "sign_in_needed", message, remedy });
}

/** The error of `fetch`, or of several addresses at once, is unspecific; its cause or code has the reason. */
function describeCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError" || error.name === "AbortError")
    return `it did not respond within ${SERVER_CHECK_MS / 1000} s`;
  const words = describeNetworkCode(networkCodeOf(error) ?? "");
  if (words !== undefined) return words;
  if (error.cause instanceof Error && error.cause.message !== "") return error.cause.message;
  const { code } = (error.cause ?? error) as { readonly code?: unknown };
  return typeof code === "string" && error.message === "" ? code : error.message;
}
