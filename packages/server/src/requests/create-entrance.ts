// Creates everything that authenticates requests.
import type { Clock } from "@parley/base";
import { createGate, type Gate } from "./gate.ts";
import type { PublicHandler } from "./listener.ts";
import type { ServerLimits } from "../limits.ts";
import { createCookies } from "../auth/cookie.ts";
import { createCredentials } from "../auth/credentials.ts";
import { createHostCheck } from "../auth/hosts.ts";
import { createKeyRing, type KeyOption, type KeyRing, type KeySource } from "../auth/key-ring.ts";
import { createOriginCheck, type JudgeOrigin } from "../auth/origins.ts";
import { createSignIn, type SignInOptions } from "./sign-in.ts";

export interface EntranceOptions {
  readonly token: string;
  /** The session that an agent's own token is for. */
  readonly findAgent: (token: string) => string | undefined;
  readonly keys?: readonly KeyOption[] | KeySource | undefined;
  readonly secret: string;
  /** Where it listens. */
  readonly host: string;
  readonly port: () => number;
  readonly baseUrl?: string | undefined;
  readonly allowedHosts?: readonly string[] | undefined;
  readonly allowedOrigins?: readonly string[] | undefined;
  readonly limits: ServerLimits;
  readonly clock: Clock;
  readonly draining: AbortSignal;
  readonly showSignIn: SignInOptions["showSignIn"];
}

export interface Entrance {
  readonly gate: Gate;
  readonly keys: Pick<KeyRing, "onRevoked">;
  readonly judgeOrigin: JudgeOrigin;
  readonly signIn: PublicHandler;
}

export function createEntrance(options: EntranceOptions): Entrance {
  const { host, baseUrl, allowedHosts = [], allowedOrigins = [], limits, draining } = options;
  const keys = createKeyRing(options.token, options.keys);
  // Several servers behind one address accept the same cookie if they have the same secret.
  const port = baseUrl === undefined ? options.port : () => portOf(new URL(baseUrl));
  const cookies = createCookies(keys, { ...options, port, isSecure: baseUrl?.startsWith("https:") });
  const publicHosts = baseUrl === undefined ? [] : [new URL(baseUrl).host];
  const judgeOrigin = createOriginCheck(allowedOrigins, baseUrl);
  const gate = createGate({
    isAllowedHost: createHostCheck([host, ...publicHosts, ...allowedHosts]),
    judgeOrigin,
    credentials: createCredentials(keys, cookies, options.findAgent),
    limits,
    draining,
  });
  return { gate, keys, judgeOrigin, signIn: createSignIn({ keys, cookies, gate, showSignIn: options.showSignIn }) };
}

function portOf({ port, protocol }: URL): number {
  if (port !== "") return Number(port);
  return protocol === "https:" ? 443 : 80;
}
