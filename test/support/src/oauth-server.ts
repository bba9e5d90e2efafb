// A resource behind OAuth on loopback: metadata, dynamic registration, codes with PKCE, tokens that expire and are refreshed once each.
import { createHash, randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { IncomingMessage } from "node:http";
import { startWebServer, type WebHandler } from "./web-server.ts";

export interface OAuthServer extends AsyncDisposable {
  /** Of the resource. */
  readonly url: string;
  readonly origin: string;
  /** The paths that were asked for, in order. */
  readonly requests: readonly string[];
  /** Everything secret that it gave out: codes and tokens. */
  readonly secrets: readonly string[];
  /** A path that takes requests from now on and never answers them. */
  hang(path: OAuthPath): void;
  answer(path: OAuthPath): void;
  /** Access tokens are no longer accepted. */
  expire(): void;
  /** No token is accepted any more. */
  revoke(): void;
  /** Tokens are issued from now on, and not accepted. */
  lockOut(): void;
  /** Tokens that are still good, of both kinds. */
  readonly accepted: number;
}

export type OAuthPath =
  | "/.well-known/oauth-authorization-server"
  | "/register"
  | "/token"
  | "/revoke"
  | "/.well-known/resource";

export interface OAuthServerOptions {
  /** More paths of the resource. */
  readonly morePaths?: readonly string[];
  /** The only client that it knows, for any address of this machine. Otherwise clients register. */
  readonly client?: { readonly id: string; readonly secret: string };
}

interface Grant {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly challenge: string;
}

class Tokens {
  readonly secrets: string[] = [];
  readonly codes = new Map<string, Grant>();
  access = new Set<string>();
  refresh = new Map<string, string>();

  create(kind: string): string {
    const secret = `planted-${kind}-${randomUUID()}`;
    this.secrets.push(secret);
    return secret;
  }

  issue(clientId: string): unknown {
    const access = this.create("access");
    const refresh = this.create("refresh");
    this.access.add(access);
    this.refresh.set(refresh, clientId);
    return { access_token: access, token_type: "Bearer", expires_in: 3600, refresh_token: refresh };
  }
}

/** The resource is served at `/mcp`, and at the other paths that are named. */
export async function startOAuthServer(
  resource: (request: IncomingMessage, response: ServerResponse) => unknown,
  { morePaths = [], client }: OAuthServerOptions = {},
): Promise<OAuthServer> {
  const tokens = new Tokens();
  let isLockedOut = false;
  const hanging = new Set<string>();
  const clients = new Map<string, readonly string[]>();
  const guarded: WebHandler = (request, response) => {
    const [, token = ""] = /^Bearer (.+)$/.exec(request.headers.authorization ?? "") ?? [];
    if (tokens.access.has(token) && !isLockedOut) return void resource(request, response);
    const challenge = `Bearer resource_metadata="${web.origin}/.well-known/resource", scope="read"`;
    response.writeHead(401, { "www-authenticate": challenge }).end(`not accepted: ${token}`);
  };
  const endpoints: Readonly<Record<OAuthPath | "/authorize", WebHandler>> = {
    "/.well-known/resource": (_, response) =>
      json(response, {
        resource: `${web.origin}/mcp`,
        authorization_servers: [web.origin],
        scopes_supported: ["read"],
      }),
    "/.well-known/oauth-authorization-server": (_, response) =>
      json(response, describe(web.origin, client !== undefined)),
    "/register": (request, response) => void register(request, response, clients),
    "/authorize": (request, response) => authorize(request, response, isKnown, tokens),
    "/token": (request, response) =>
      void readForm(request, response, client).then((form) => form && exchange(form, response, tokens)),
    "/revoke": (request, response) =>
      void readForm(request, response, client).then((form) => form && revokeOne(form, response, tokens)),
  };
  const isKnown = (id: string, address: string): boolean => knows(clients, client, id, address);
  const handlers = Object.entries(endpoints).map(([path, handler]): [string, WebHandler] => [
    path,
    (request, response) => (hanging.has(path) ? undefined : handler(request, response)),
  ]);
  const paths = ["/mcp", ...morePaths].map((path): [string, WebHandler] => [path, guarded]);
  const web = await startWebServer(Object.fromEntries([...handlers, ...paths]));
  return {
    url: `${web.origin}/mcp`,
    origin: web.origin,
    requests: web.requests,
    secrets: tokens.secrets,
    hang: (path) => void hanging.add(path),
    answer: (path) => void hanging.delete(path),
    expire: () => {
      tokens.access = new Set();
    },
    revoke: () => {
      tokens.access = new Set();
      tokens.refresh = new Map();
    },
    lockOut: () => {
      isLockedOut = true;
    },
    get accepted() {
      return tokens.access.size + tokens.refresh.size;
    },
    [Symbol.asyncDispose]: () => web[Symbol.asyncDispose](),
  };
}

function describe(origin: string, isClosed: boolean): unknown {
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    revocation_endpoint: `${origin}/revoke`,
    ...(!isClosed && { registration_endpoint: `${origin}/register` }),
    response_types_supported: ["code"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: [isClosed ? "client_secret_post" : "none"],
  };
}

type GivenClient = OAuthServerOptions["client"];

function knows(
  clients: ReadonlyMap<string, readonly string[]>,
  given: GivenClient,
  id: string,
  address: string,
): boolean {
  if (given === undefined) return clients.get(id)?.includes(address) === true;
  return id === given.id && address.startsWith("http://127.0.0.1:");
}

/** Undefined if it was answered already: the client is another one. */
async function readForm(
  request: IncomingMessage,
  response: ServerResponse,
  given: GivenClient,
): Promise<URLSearchParams | undefined> {
  const form = new URLSearchParams(await text(request));
  if (given === undefined || form.get("client_secret") === given.secret) return form;
  json(response, { error: "invalid_client" }, 401);
  return undefined;
}

function revokeOne(form: URLSearchParams, response: ServerResponse, tokens: Tokens): void {
  const token = form.get("token") ?? "";
  tokens.access.delete(token);
  tokens.refresh.delete(token);
  response.writeHead(200).end();
}

async function register(
  request: IncomingMessage,
  response: ServerResponse,
  clients: Map<string, readonly string[]>,
): Promise<void> {
  const client = JSON.parse(await text(request)) as { readonly redirect_uris: readonly string[] };
  const clientId = randomUUID();
  clients.set(clientId, client.redirect_uris);
  json(response, { ...client, client_id: clientId }, 201);
}

/** The person agrees at once. */
function authorize(
  { url = "" }: IncomingMessage,
  response: ServerResponse,
  isKnown: (clientId: string, redirectUri: string) => boolean,
  tokens: Tokens,
): void {
  const { searchParams: params } = new URL(url, "http://x");
  const clientId = params.get("client_id") ?? "";
  const redirectUri = params.get("redirect_uri") ?? "";
  const isSafe = params.get("code_challenge_method") === "S256" && (params.get("state") ?? "").length >= 32;
  if (!isKnown(clientId, redirectUri) || !isSafe || params.get("scope") !== "read")
    return void response.writeHead(400).end("refused");
  const code = tokens.create("code");
  tokens.codes.set(code, { clientId, redirectUri, challenge: params.get("code_challenge") ?? "" });
  const back = new URL(redirectUri);
  back.searchParams.set("code", code);
  back.searchParams.set("state", params.get("state") ?? "");
  response.writeHead(302, { location: back.href }).end();
}

function exchange(params: URLSearchParams, response: ServerResponse, tokens: Tokens): void {
  const clientId = params.get("client_id") ?? "";
  const key = params.get(params.get("grant_type") === "refresh_token" ? "refresh_token" : "code") ?? "";
  const isRefresh = tokens.refresh.get(key) === clientId;
  const grant = tokens.codes.get(key);
  // Each works once.
  tokens.refresh.delete(key);
  tokens.codes.delete(key);
  const verifier = createHash("sha256")
    .update(params.get("code_verifier") ?? "")
    .digest("base64url");
  const isCode =
    grant?.clientId === clientId && grant.redirectUri === params.get("redirect_uri") && grant.challenge === verifier;
  if (isRefresh || isCode) json(response, tokens.issue(clientId));
  else json(response, { error: "invalid_grant", error_description: `no such grant: ${key}` }, 400);
}

function json(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}
