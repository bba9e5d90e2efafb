// The first step of the device flow: requests a code for the user, and one for us.
import { ParleyError, type Clock } from "@parley/base";
import { describe, isTransient, post, type DeviceServer } from "./device-server.ts";
import {
  DEVICE_CODE_CHARS_MAX,
  DEVICE_CODE_LIFE_MS,
  DEVICE_CODE_LIFE_MS_MAX,
  LOGIN_POLL_MS,
  SECRET_CHARS_MAX,
} from "../limits.ts";

export interface DeviceCode {
  /** Secret: it is exchanged for the token. */
  readonly deviceCode: string;
  readonly userCode: string;
  readonly verificationUri: string;
  readonly verificationUriComplete: string | undefined;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly intervalMs: number;
}

export interface CodeRequest {
  readonly server: DeviceServer;
  readonly scope?: string | undefined;
  readonly clock: Clock;
}

/** Enough to identify the user; further permissions are part of the app's registration. */
const SCOPE = "read:user";

export async function requestCode(
  { server, scope = SCOPE, clock }: CodeRequest,
  signal: AbortSignal,
): Promise<DeviceCode> {
  const reply = await post(server, "login/device/code", { client_id: server.clientId, scope }, signal);
  if (signal.aborted) throw new ParleyError({ code: "request_cancelled", message: "The sign-in was cancelled" });
  const { host } = server;
  if (isTransient(reply)) {
    const remedy = { label: `Check your network and that ${host.origin} is reachable` };
    const message = `${host.origin} did not provide a sign-in code: ${reply.transient}`;
    throw new ParleyError({ code: "connection_failed", message, remedy });
  }
  const { error, device_code: deviceCode, user_code: userCode } = reply.body;
  if (error !== undefined) {
    const remedy = { label: "Check PARLEY_GITHUB_CLIENT_ID, and that the app has the device flow enabled" };
    throw bad(`${host.origin} did not provide a sign-in code: ${describe(reply)}`, remedy);
  }
  const { verification_uri: page, verification_uri_complete: whole, expires_in: life, interval } = reply.body;
  if (!isText(deviceCode, SECRET_CHARS_MAX) || !isText(userCode, DEVICE_CODE_CHARS_MAX))
    throw odd(host, "a code is missing");
  const verificationUri = toPage(page);
  if (verificationUri === undefined) throw odd(host, "the sign-in page is missing or is not a web page");
  const lifeMs =
    typeof life === "number" && life > 0 ? Math.min(life * 1_000, DEVICE_CODE_LIFE_MS_MAX) : DEVICE_CODE_LIFE_MS;
  return {
    deviceCode,
    userCode,
    verificationUri,
    verificationUriComplete: toPage(whole),
    expiresAt: clock.now() + lifeMs,
    intervalMs: typeof interval === "number" ? interval * 1_000 : LOGIN_POLL_MS,
  };
}

/** Printable, because it is shown in terminals. */
function isText(value: unknown, charsMax: number): value is string {
  return typeof value === "string" && value.length <= charsMax && /^[\u0020-\u007E]+$/.test(value);
}

/** Only URLs that are safe to open in a browser. */
function toPage(value: unknown): string | undefined {
  if (typeof value !== "string" || !URL.canParse(value)) return undefined;
  const url = new URL(value);
  return url.protocol === "https:" || url.protocol === "http:" ? url.href : undefined;
}

function odd(host: URL, what: string): ParleyError {
  return bad(`Unexpected response from ${host.origin}: ${what}`, { label: "Check PARLEY_GITHUB_HOST" });
}

function bad(message: string, remedy: { readonly label: string }): ParleyError {
  return new ParleyError({ code: "sign_in_needed", message, remedy });
}
