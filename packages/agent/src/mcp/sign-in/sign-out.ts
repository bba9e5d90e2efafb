// Signs out of a remote MCP server: deletes its tokens here and, if the sign-in server supports it, revokes them there.
import { isObject, type Log } from "@parley/base";
import { OAUTH_REQUEST_MS } from "../../mcp-limits.ts";
import { createOAuthFetch } from "./oauth-fetch.ts";
import { SignInStore, type SignIn } from "./sign-in-store.ts";

export interface SignOutOptions {
  /** The server's URL. */
  readonly url: string;
  readonly parleyHome: string;
  readonly signal: AbortSignal;
  readonly log: Log;
  /** Timeout of one request to the sign-in server. */
  readonly requestMs?: number | undefined;
}

export interface SignedOut {
  /** False: there was no sign-in. */
  readonly signedOut: boolean;
  /** Whether the tokens were revoked at the server. */
  readonly revoked: boolean;
  /** Why they were not revoked. */
  readonly why?: string | undefined;
}

/** The tokens are deleted from this machine first, in any case. */
export async function signOut(options: SignOutOptions): Promise<SignedOut> {
  const store = new SignInStore(options.parleyHome, options.url, options.log);
  const signIn = await store.read();
  if (signIn === undefined || !(await store.remove())) return { signedOut: false, revoked: false };
  const why = await revoke(signIn, options);
  return why === undefined ? { signedOut: true, revoked: true } : { signedOut: true, revoked: false, why };
}

/** Undefined on success. Never rejects, and never quotes the sign-in server's message, which may contain a token. */
async function revoke(
  signIn: SignIn,
  { signal, requestMs = OAUTH_REQUEST_MS }: SignOutOptions,
): Promise<string | undefined> {
  const { tokens, discovery } = signIn;
  const metadata: unknown = discovery.authorizationServerMetadata;
  const endpoint = isObject(metadata) ? metadata["revocation_endpoint"] : undefined;
  if (typeof endpoint !== "string" || !URL.canParse(endpoint)) return "the sign-in server offers no way to do that";
  if (!isSafe(new URL(endpoint))) return "the sign-in server does not use https";
  const oauth = createOAuthFetch(requestMs, signal);
  // The refresh token first, because new tokens could be issued with it.
  const kinds = [
    ["refresh_token", tokens.refresh_token],
    ["access_token", tokens.access_token],
  ] as const;
  try {
    for (const [hint, token] of kinds) {
      if (token === undefined) continue;
      const { status, ok } = await oauth.fetch(endpoint, toRequest(signIn, metadata, token, hint));
      if (!ok) return `the sign-in server answered with HTTP ${status}`;
    }
    return undefined;
  } catch {
    if (signal.aborted) return "it was cancelled";
    return oauth.failure() === undefined ? "the sign-in server is unreachable" : "the sign-in server did not respond";
  }
}

function toRequest({ client }: SignIn, metadata: unknown, token: string, hint: string): RequestInit {
  const body = new URLSearchParams({ token, token_type_hint: hint });
  const headers = new Headers({ "content-type": "application/x-www-form-urlencoded" });
  const { client_id: id, client_secret: secret } = client;
  if (secret === undefined || takesSecretInBody(metadata)) {
    body.set("client_id", id);
    if (secret !== undefined) body.set("client_secret", secret);
  } else {
    const pair = [id, secret].map((part) => encodeURIComponent(part)).join(":");
    headers.set("authorization", `Basic ${Buffer.from(pair).toString("base64")}`);
  }
  return { method: "POST", headers, body: body.toString() };
}

function takesSecretInBody(metadata: unknown): boolean {
  const fields = isObject(metadata) ? metadata : {};
  const methods =
    fields["revocation_endpoint_auth_methods_supported"] ?? fields["token_endpoint_auth_methods_supported"];
  return Array.isArray(methods) && !methods.includes("client_secret_basic") && methods.includes("client_secret_post");
}

/** On this machine, no other machine can listen in. */
function isSafe({ protocol, hostname }: URL): boolean {
  return protocol === "https:" || ["127.0.0.1", "[::1]", "localhost"].includes(hostname);
}
