// Creates everything that authenticates requests.
import type { Clock } from "@parley/base";
import { createGate, type Gate } from "./gate.ts";
import type { PublicHandler } from "./listener.ts";
import type { ServerLimits } from "../limits.ts";
import { createCookies } from "../auth/cookie.ts";
import { createCredentials } from "../auth/credentials.ts";
import { createHostCheck } from "../auth/hosts.ts";
import { createKeyRing, type KeyOption } from "../auth/key-ring.ts";
import { createOriginCheck, type JudgeOrigin } from "../auth/origins.ts";
import { createSignIn, type SignInOptions } from "./sign-in.ts";

export interface EntranceOptions {
  readonly token: string;
  /** The session that an agent's own token is for. */
  readonly findAgent: (token: string) => string | undefined;
  readonly keys?: readonly KeyOption[] | undefined;
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
  readonly judgeOrigin: JudgeOrigin;
  readonly signIn: PublicHandler;
}

export function createEntrance(options: EntranceOptions): Entrance {
  const { host, baseUrl, allowedHosts = [], allowedOrigins = [], limits, draining } = options;
  const keys = createKeyRing(options.token, options.keys);
  const cookies = createCookies(keys, { ...options, isSecure: baseUrl?.startsWith("https:") });
  const publicHosts = baseUrl === undefined ? [] : [new URL(baseUrl).host];
  const judgeOrigin = createOriginCheck(allowedOrigins, baseUrl);
  const gate = createGate({
    isAllowedHost: createHostCheck([host, ...publicHosts, ...allowedHosts]),
    judgeOrigin,
    credentials: createCredentials(keys, cookies, options.findAgent),
    limits,
    draining,
  });
  return { gate, judgeOrigin, signIn: createSignIn({ keys, cookies, gate, showSignIn: options.showSignIn }) };
}
