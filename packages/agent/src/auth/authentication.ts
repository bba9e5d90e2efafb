// `authenticate` and `logout`. Imported dynamically, because `initialize` does not need it.
import type { AuthMethod, Known } from "@parley/acp";
import { asInvoked, ParleyError, type Clock, type Log } from "@parley/base";
import { RpcError } from "@parley/rpc";
import { toAuthRequired } from "./auth-required.ts";
import type { Credentials } from "./credentials.ts";
import { runDeviceFlow, type PresentCode } from "./device-flow.ts";
import { readDeviceServer } from "./device-server.ts";
import {
  ENVIRONMENT_METHOD,
  GITHUB_METHOD,
  GITHUB_VARIABLE,
  isSignedIn,
  TERMINAL_METHOD,
  toAuthMethods,
  variablesOf,
  type MethodsOptions,
} from "./methods.ts";
import type { Variables } from "./variables.ts";

export interface AuthenticationOptions extends Omit<MethodsOptions, "kept"> {
  readonly credentials: Credentials;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  readonly log: Log;
  readonly wait?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
}

export interface Authentication {
  /** Takes saved credentials into account. */
  methods(): Promise<Known<AuthMethod>[]>;
  /** Rejects with an error for the client. */
  authenticate(methodId: string, present: PresentCode, signal: AbortSignal): Promise<void>;
  /** Removes all saved credentials. Environment variables are unchanged. */
  logout(): Promise<void>;
}

export function createAuthentication(options: AuthenticationOptions): Authentication {
  const { credentials } = options;
  const methods = async (): Promise<Known<AuthMethod>[]> =>
    toAuthMethods({ ...options, kept: await keptNames(credentials) });
  const signIns: Readonly<Record<string, (present: PresentCode, signal: AbortSignal) => Promise<void>>> = {
    [ENVIRONMENT_METHOD]: () => checkSignedIn(options),
    // The client has already run the login command.
    [TERMINAL_METHOD]: () => checkSignedIn(options),
    [GITHUB_METHOD]: (present, signal) => signInToGitHub(options, present, signal),
  };
  return {
    methods,
    async authenticate(methodId, present, signal) {
      const signIn = Object.hasOwn(signIns, methodId) ? signIns[methodId] : undefined;
      if (signIn === undefined) {
        throw RpcError.invalidParams(`methodId: unknown method ${JSON.stringify(methodId)}`, {
          field: "methodId",
          methods: Object.keys(signIns),
        });
      }
      try {
        await signIn(present, signal);
      } catch (error) {
        throw error instanceof ParleyError ? await toRpcError(error, methods) : error;
      }
    },
    async logout() {
      for (const { id } of await credentials.list()) await credentials.remove(id);
    },
  };
}

export interface GitHubSignIn {
  readonly credentials: Credentials;
  readonly env: Variables;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  readonly log: Log;
  readonly wait?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
}

export async function signInToGitHub(options: GitHubSignIn, present: PresentCode, signal: AbortSignal): Promise<void> {
  const { credentials, env, clock, log, wait } = options;
  const server = readDeviceServer(env, options.fetch);
  const token = await runDeviceFlow({ server, present, clock, log, wait }, signal);
  await credentials.set(GITHUB_METHOD, { [GITHUB_VARIABLE]: token });
}

/** Only checks whether a variable is set, because the agent cannot set it. */
async function checkSignedIn(options: AuthenticationOptions): Promise<void> {
  const { providers, env, credentials } = options;
  const kept = await keptNames(credentials);
  if (providers.some((provider) => isSignedIn(provider, { env, kept })) || kept.has(GITHUB_VARIABLE)) return;
  const variables = variablesOf(providers);
  const message = "No key was found for any provider";
  const login = asInvoked("parley agent login");
  const remedy = `Set one of ${variables.join(", ")} and restart the agent, or run \`${login}\``;
  throw toAuthRequired({ message, remedy, variables }, toAuthMethods({ ...options, kept }));
}

async function keptNames(credentials: Credentials): Promise<ReadonlySet<string>> {
  return new Set((await credentials.list()).flatMap(({ variables }) => variables));
}

/** A failed sign-in becomes −32000 with the sign-in methods; other errors keep their codes. */
async function toRpcError(error: ParleyError, methods: () => Promise<Known<AuthMethod>[]>): Promise<RpcError> {
  const { code, message, remedy } = error;
  if (code === "request_cancelled") return RpcError.requestCancelled();
  if (code !== "sign_in_needed") return RpcError.internalError(error, message);
  const words =
    remedy === undefined
      ? undefined
      : asInvoked([remedy.label, remedy.command ?? remedy.url].filter(Boolean).join(": "));
  return toAuthRequired({ message, remedy: words, variables: [] }, await methods());
}
