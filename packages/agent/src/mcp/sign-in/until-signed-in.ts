// Waits until the user has signed in to a server, in any process.
import type { McpServer } from "@parley/acp";
import { wait, type Log } from "@parley/base";
import type { McpLimits } from "../../mcp-limits.ts";
import { SignInStore } from "./sign-in-store.ts";

export interface UntilSignedInOptions {
  readonly server: McpServer;
  readonly parleyHome: string;
  readonly limits: Pick<McpLimits, "signInPollMs">;
  /** Tokens that the server has rejected. */
  readonly isKnown: (token: string) => boolean;
  readonly signal: AbortSignal;
  readonly log: Log;
}

/** False if the signal aborts first. */
export async function untilSignedIn(options: UntilSignedInOptions): Promise<boolean> {
  const { server, parleyHome, limits, isKnown, signal, log } = options;
  if (!("url" in server) || typeof server.url !== "string") return false;
  const store = new SignInStore(parleyHome, server.url, log);
  while (!signal.aborted) {
    const token = (await store.read().catch(() => undefined))?.tokens.access_token;
    if (token !== undefined && !isKnown(token)) return true;
    await wait(limits.signInPollMs, signal);
  }
  return false;
}
