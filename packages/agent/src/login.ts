// Sign-in and sign-out in a terminal, for `parley agent login` and `parley agent logout`, and the state of the providers.
import { ParleyError, silentLog, systemClock, type Log } from "@parley/base";
import type { Writable } from "node:stream";
import { signInToGitHub } from "./auth/authentication.ts";
import { openCredentials } from "./auth/credentials.ts";
import type { CredentialValues } from "./auth/credentials-format.ts";
import type { LineInput } from "./auth/line-reader.ts";
import { login, logout, type KeyCheck } from "./auth/login.ts";
import { findAccess } from "./models/access.ts";
import type { ModelEnvironment } from "./models/environment.ts";
import { fetchModelList } from "./models/listing.ts";
import { findProvider, providers } from "./models/providers.ts";

export { readModelStatus, type ModelStatus, type ProviderStatus } from "./auth/model-status.ts";

export interface TerminalSignIn {
  readonly parleyHome: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly input: LineInput;
  readonly output: Writable;
  /** Undefined: the user selects one; for signing out, all. */
  readonly providerId?: string | undefined;
  readonly signal: AbortSignal;
  readonly log?: Log | undefined;
}

export type TerminalSignOut = Pick<TerminalSignIn, "parleyHome" | "output" | "providerId" | "log">;

/** False if the user cancelled. Rejects with `usage` or `sign_in_needed`. */
export async function signInAtTerminal(options: TerminalSignIn): Promise<boolean> {
  const { parleyHome, env, log = silentLog } = options;
  const credentials = openCredentials(parleyHome, { log });
  const surroundings = { credentials, env, fetch, clock: systemClock, log };
  const signedIn = await login({
    ...options,
    providers,
    credentials,
    check: (id, values, signal) => checkKey(id, values, { env, log }, signal),
    gitHub: (present, signal) => signInToGitHub(surroundings, present, signal),
  });
  return signedIn !== undefined;
}

export async function signOutAtTerminal({
  parleyHome,
  output,
  providerId,
  log = silentLog,
}: TerminalSignOut): Promise<void> {
  if (providerId !== undefined && findProvider(providerId) === undefined) {
    const names = providers.map(({ id }) => id).join(", ");
    const message = `Provider ${JSON.stringify(providerId)} not found; available: ${names}`;
    throw new ParleyError({ code: "usage", message });
  }
  await logout({ output, credentials: openCredentials(parleyHome, { log }), providerId });
}

/** The key is valid if the provider lists its models. */
async function checkKey(
  id: string,
  values: CredentialValues,
  { env, log }: Pick<Required<TerminalSignIn>, "env"> & { readonly log: Log },
  signal: AbortSignal,
): Promise<KeyCheck> {
  const provider = findProvider(id);
  if (provider === undefined) return { result: "unknown", why: "unknown provider" };
  let status: number | undefined;
  const watchedFetch: typeof fetch = async (...request) => {
    const response = await fetch(...request);
    ({ status } = response);
    return response;
  };
  const environment: ModelEnvironment = {
    variable: (name) => values[name] ?? env[name],
    secret: () => undefined,
    fetch: watchedFetch,
    clock: systemClock,
    log,
  };
  const found = await findAccess(provider, environment);
  if ("failure" in found) return { result: "refused", why: found.failure.message };
  if ((await fetchModelList(provider, found.access, environment, signal)) !== undefined) return { result: "valid" };
  if (status === 401 || status === 403) return { result: "refused", why: `HTTP ${status}` };
  const why = status === undefined ? "is unreachable" : `answered with HTTP ${status}`;
  return { result: "unknown", why: `${provider.title} ${provider.listing === undefined ? "cannot be checked" : why}` };
}
