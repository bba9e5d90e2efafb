// Signs in to a remote MCP server in the browser: OAuth with PKCE, dynamic client registration, and a local redirect
// address.
import {
  auth,
  extractWWWAuthenticateParams,
  fetchToken,
  OAuthError,
  validateAuthorizationResponseIssuer,
  type OAuthClientInformationContext,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from "@modelcontextprotocol/client";
import type { McpServerHttp, McpServerSse } from "@parley/acp";
import { ParleyError, neutralLine, within, type Log } from "@parley/base";
import { randomBytes } from "node:crypto";
import { OAUTH_REQUEST_MS, SIGN_IN_MS_MAX } from "../../mcp-limits.ts";
import { openCallbackServer } from "./callback-server.ts";
import { createOAuthFetch, type OAuthFetch } from "./oauth-fetch.ts";
import { SignInStore } from "./sign-in-store.ts";

/** Parley's client registration at a sign-in server without dynamic registration. */
export interface GivenClient {
  readonly id: string;
  readonly secret?: string | undefined;
  /** Port of the registered local redirect address (default: any free port). */
  readonly callbackPort?: number | undefined;
}

export interface SignInOptions {
  readonly server: McpServerHttp | McpServerSse;
  readonly parleyHome: string;
  /** Undefined: registers a client. */
  readonly client?: GivenClient | undefined;
  /** Shows the page to the user, and opens it where possible. */
  readonly present: (page: URL) => void | Promise<void>;
  readonly signal: AbortSignal;
  readonly log: Log;
  /** Time for the user to sign in in the browser. */
  readonly waitMs?: number | undefined;
  /** Timeout of one request to the sign-in server. */
  readonly requestMs?: number | undefined;
}

/**
 * An earlier sign-in stays valid until the new one is complete. Rejects with a ParleyError; `request_cancelled` if the
 * signal aborts.
 */
export async function signIn(options: SignInOptions): Promise<void> {
  const { server, parleyHome, signal, log, waitMs = SIGN_IN_MS_MAX, requestMs = OAUTH_REQUEST_MS } = options;
  const oauth = createOAuthFetch(requestMs, signal);
  const state = randomBytes(32).toString("base64url");
  await using callback = await openCallbackServer(state, options.client?.callbackPort);
  const provider = new SignInProvider(callback.redirectUrl, state, options.client);
  try {
    const found = await findChallenge(server, oauth);
    await auth(provider, { serverUrl: server.url, fetchFn: oauth.fetch, ...found });
    await options.present(provider.page());
    const params = await within(callback.callback, waitMs, { signal });
    if (params === undefined) throw signal.aborted ? cancelled() : tooLate(waitMs);
    await provider.redeem(codeOf(params), params.get("iss") ?? undefined, oauth.fetch);
    await new SignInStore(parleyHome, server.url, log).write(provider.result());
  } catch (error) {
    throw signal.aborted ? cancelled() : (oauth.failure() ?? toSignInError(error));
  }
}

/** Keeps everything in memory: only a complete sign-in is saved. */
class SignInProvider implements OAuthClientProvider {
  readonly redirectUrl: string;
  readonly #state: string;
  #client: StoredOAuthClientInformation | undefined;
  #tokens: StoredOAuthTokens | undefined;
  #discovery: OAuthDiscoveryState | undefined;
  #resource: string | undefined;
  #verifier = "";
  #page: URL | undefined;

  constructor(redirectUrl: string, state: string, client: GivenClient | undefined) {
    this.redirectUrl = redirectUrl;
    this.#state = state;
    if (client === undefined) return;
    this.#client = { client_id: client.id, ...(client.secret !== undefined && { client_secret: client.secret }) };
  }

  get clientMetadata() {
    return {
      client_name: "Parley",
      redirect_uris: [this.redirectUrl],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    };
  }

  /** Set if the browser has to be opened; any other scheme could start a program of the user. */
  page(): URL {
    if (this.#page?.protocol === "https:" || this.#page?.protocol === "http:") return this.#page;
    throw failed("it named no page to sign in on");
  }

  result(): { client: StoredOAuthClientInformation; tokens: StoredOAuthTokens; discovery: OAuthDiscoveryState } {
    if (this.#client === undefined || this.#tokens === undefined || this.#discovery === undefined) {
      throw failed("it issued no token");
    }
    const resource = this.#resource === undefined ? {} : { resource: this.#resource };
    return { client: this.#client, tokens: this.#tokens, discovery: this.#discovery, ...resource };
  }

  /** Not through `auth`, which would print the message of a sign-in server that rejects the code. */
  async redeem(authorizationCode: string, iss: string | undefined, fetchFn: typeof fetch): Promise<void> {
    const { authorizationServerUrl = "", authorizationServerMetadata: metadata } = this.#discovery ?? {};
    const issParameterSupported = metadata?.["authorization_response_iss_parameter_supported"] === true;
    validateAuthorizationResponseIssuer({ iss, expectedIssuer: metadata?.issuer, issParameterSupported });
    const tokens = await fetchToken(this, authorizationServerUrl, {
      authorizationCode,
      fetchFn,
      ...(metadata && { metadata }),
      ...(iss !== undefined && { iss }),
      ...(this.#resource !== undefined && { resource: this.#resource }),
    });
    this.#tokens = tokens;
  }

  readonly state = (): string => this.#state;

  /** A client in the settings is used for any sign-in server that this MCP server names. */
  readonly clientInformation = (context?: OAuthClientInformationContext): StoredOAuthClientInformation | undefined =>
    this.#client && { ...(context?.issuer !== undefined && { issuer: context.issuer }), ...this.#client };

  readonly tokens = (): StoredOAuthTokens | undefined => this.#tokens;
  readonly codeVerifier = (): string => this.#verifier;
  readonly discoveryState = (): OAuthDiscoveryState | undefined => this.#discovery;

  readonly saveClientInformation = (client: StoredOAuthClientInformation): void => {
    this.#client = client;
  };

  readonly saveTokens = (tokens: StoredOAuthTokens): void => {
    this.#tokens = tokens;
  };

  readonly saveCodeVerifier = (verifier: string): void => {
    this.#verifier = verifier;
  };

  readonly saveDiscoveryState = (discovery: OAuthDiscoveryState): void => {
    this.#discovery = discovery;
  };

  readonly saveResourceUrl = (resource: string): void => {
    this.#resource = resource;
  };

  readonly redirectToAuthorization = (page: URL): void => {
    this.#page = page;
  };
}

/** The server's rejection has the address of its metadata and the required scope. */
async function findChallenge(
  server: McpServerHttp | McpServerSse,
  oauth: OAuthFetch,
): Promise<{ readonly resourceMetadataUrl?: URL; readonly scope?: string }> {
  const headers = new Headers(server.headers.map(({ name, value }): [string, string] => [name, value]));
  headers.set("accept", "application/json, text/event-stream");
  headers.set("content-type", "application/json");
  const ping = { method: "POST", body: JSON.stringify({ jsonrpc: "2.0", id: 0, method: "ping" }) };
  // The older kind does not support POST at its address, but rejects it as well.
  const response = await oauth.fetch(server.url, { headers, ...ping });
  if (response.status !== 401) return {};
  const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(response);
  return { ...(resourceMetadataUrl && { resourceMetadataUrl }), ...(scope !== undefined && { scope }) };
}

function codeOf(params: URLSearchParams): string {
  const error = params.get("error");
  if (error === "access_denied") throw failed("access was denied in the browser");
  if (error !== null) throw failed(`the sign-in page answered ${JSON.stringify(neutralLine(error).slice(0, 100))}`);
  const code = params.get("code");
  if (code === null || code === "") throw failed("the sign-in page gave no code");
  return code;
}

/** Of the sign-in server's message only the error code, because the rest may quote the request. */
function toSignInError(error: unknown): ParleyError {
  if (error instanceof ParleyError) return error;
  if (error instanceof OAuthError) return failed(`the sign-in server answered ${JSON.stringify(error.code)}`);
  const { name, message } = error as Error;
  // Without a registration endpoint, the error has no specific code.
  if (name === "RegistrationRejectedError" || /dynamic client registration/i.test(message))
    return failed(NOT_REGISTERED, error, REGISTER_YOURSELF);
  const why = REASONS[name] ?? "it offers no sign-in that Parley supports (OAuth with dynamic registration)";
  return failed(why, error);
}

const REASONS: Readonly<Record<string, string>> = {
  IssuerMismatchError: "the sign-in server is not the one that the MCP server named",
  AuthorizationServerMismatchError: "the sign-in server is not the one that the MCP server named",
  InsecureTokenEndpointError: "its sign-in server does not use https",
  TypeError: "its sign-in server is unreachable",
};

const NOT_REGISTERED = "the sign-in server does not register new clients";
const REGISTER_YOURSELF = {
  label: "Register Parley there yourself, and set clientId (and clientSecret) in the settings of the server",
};

function failed(why: string, cause?: unknown, remedy?: { readonly label: string }): ParleyError {
  return new ParleyError({
    code: "sign_in_needed",
    message: `The sign-in failed: ${why}`,
    cause,
    ...(remedy && { remedy }),
  });
}

function tooLate(waitMs: number): ParleyError {
  const message = `The page was not completed within ${Math.round(waitMs / 1_000)} s`;
  return new ParleyError({ code: "request_timeout", message, remedy: { label: "Run the command again" } });
}

function cancelled(): ParleyError {
  return new ParleyError({ code: "request_cancelled", message: "The sign-in was cancelled" });
}
