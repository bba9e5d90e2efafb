// The token of a remote server in a session: read from the stored sign-in, and refreshed when the server rejects it.
// Never asks the user.
import { OAuthError, refreshAuthorization, type AuthProvider } from "@modelcontextprotocol/client";
import type { McpServerHttp, McpServerSse } from "@parley/acp";
import { ParleyError, type Log } from "@parley/base";
import type { McpLimits } from "../../mcp-limits.ts";
import { createOAuthFetch } from "./oauth-fetch.ts";
import { hasOwnAuthorization } from "./own-authorization.ts";
import { signInNeeded } from "./sign-in-needed.ts";
import { SignInStore, type SignIn } from "./sign-in-store.ts";

export interface ServerAuthOptions {
  readonly server: McpServerHttp | McpServerSse;
  readonly parleyHome: string;
  readonly limits: Pick<McpLimits, "tokenMs">;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Gets every secret that is used, so that it can be redacted in messages. */
  readonly onSecret: (secret: string) => void;
}

/** Undefined if the settings have an Authorization header, which takes precedence. */
export function createServerAuth(options: ServerAuthOptions): AuthProvider | undefined {
  const { server, parleyHome, log, onSecret } = options;
  if (hasOwnAuthorization(server) || !URL.canParse(server.url)) return undefined;
  const store = new SignInStore(parleyHome, server.url, log);
  const read = async (): Promise<SignIn | undefined> => {
    const signIn = await store.read();
    const { access_token, refresh_token } = signIn?.tokens ?? {};
    for (const secret of [access_token, refresh_token, signIn?.client.client_secret]) {
      if (typeof secret === "string") onSecret(secret);
    }
    return signIn;
  };
  let used: string | undefined;
  return {
    async token() {
      used = (await read())?.tokens.access_token;
      return used;
    },
    async onUnauthorized() {
      const refused = used;
      if ((await read()) === undefined) throw signInNeeded(server.name);
      await store.alone(async () => {
        const current = await read();
        if (current === undefined) throw signInNeeded(server.name);
        // Another process has refreshed it meanwhile.
        if (current.tokens.access_token !== refused) return;
        await store.write(await refresh(current, options));
      });
    },
  };
}

async function refresh(signIn: SignIn, { server, limits, log, signal }: ServerAuthOptions): Promise<SignIn> {
  const { client, tokens, discovery, resource } = signIn;
  if (tokens.refresh_token === undefined) throw signInNeeded(server.name);
  const oauth = createOAuthFetch(limits.tokenMs, signal);
  try {
    const renewed = await refreshAuthorization(discovery.authorizationServerUrl, {
      clientInformation: client,
      refreshToken: tokens.refresh_token,
      fetchFn: oauth.fetch,
      ...(discovery.authorizationServerMetadata && { metadata: discovery.authorizationServerMetadata }),
      ...(resource !== undefined && { resource }),
    });
    return { ...signIn, tokens: { ...tokens, ...renewed } };
  } catch (error) {
    // Without the sign-in server's own message.
    log.write("info", "refreshing the token of an MCP server failed", {
      server: server.name,
      code: error instanceof OAuthError ? error.code : undefined,
    });
    if (error instanceof OAuthError && FINAL.has(error.code)) throw signInNeeded(server.name);
    const message = "Its token could not be refreshed: the sign-in server failed";
    throw oauth.failure() ?? new ParleyError({ code: "connection_failed", message });
  }
}

/** The sign-in is no longer valid: revoked, expired, or our registration was deleted. */
const FINAL: ReadonlySet<string> = new Set(["invalid_grant", "invalid_client", "unauthorized_client"]);
