// The device flow (RFC 8628): the user enters a code on a page while we poll for the token.
import { ParleyError, type Clock, type Log, wait as waitForReal } from "@parley/base";
import { isSecretValue } from "./credentials-format.ts";
import { requestCode, type DeviceCode } from "./device-code.ts";
import { describe, isTransient, post, type DeviceServer } from "./device-server.ts";
import { LOGIN_POLL_FAILURES_MAX, LOGIN_POLL_MS_MAX, LOGIN_POLL_MS_MIN, LOGIN_SLOW_DOWN_MS } from "../limits.ts";

/** What the user needs to see. */
export interface PresentedCode {
  readonly userCode: string;
  readonly verificationUri: string;
  /** The same page with the code filled in. */
  readonly verificationUriComplete: string | undefined;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** The signal aborts when the flow ends. Resolving does not mean that the user has seen the code. */
export type PresentCode = (code: PresentedCode, signal: AbortSignal) => Promise<"shown" | "declined">;

export interface DeviceFlowOptions {
  readonly server: DeviceServer;
  readonly scope?: string | undefined;
  readonly present: PresentCode;
  readonly clock: Clock;
  readonly log: Log;
  /** Ends early, without a throw, when the signal aborts. */
  readonly wait?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
}

/** Resolves with the token. Rejects with `sign_in_needed`, `connection_failed` or `request_cancelled`. */
export async function runDeviceFlow(options: DeviceFlowOptions, signal: AbortSignal): Promise<string> {
  const code = await requestCode(options, signal);
  const over = new AbortController();
  const refused = new AbortController();
  const { userCode, verificationUri, verificationUriComplete, expiresAt } = code;
  const shown = { userCode, verificationUri, verificationUriComplete, expiresAt };
  void show(options.present, shown, AbortSignal.any([signal, over.signal]), refused);
  try {
    return await new Polling(options, code, AbortSignal.any([signal, refused.signal])).run();
  } catch (error) {
    if (signal.aborted) throw cancelled();
    throw refused.signal.aborted ? refused.signal.reason : error;
  } finally {
    over.abort();
  }
}

/** In parallel with polling: a client may keep the dialog open until the user is done. */
async function show(
  present: PresentCode,
  code: PresentedCode,
  signal: AbortSignal,
  refused: AbortController,
): Promise<void> {
  try {
    if ((await present(code, signal)) === "declined") refused.abort(failed("The sign-in was declined"));
  } catch (cause) {
    const why = cause instanceof Error ? `: ${cause.message}` : "";
    refused.abort(failed(`The sign-in code could not be shown${why}`, cause));
  }
}

class Polling {
  readonly #options: DeviceFlowOptions;
  readonly #code: DeviceCode;
  readonly #signal: AbortSignal;
  #intervalMs: number;
  #failures = 0;

  constructor(options: DeviceFlowOptions, code: DeviceCode, signal: AbortSignal) {
    this.#options = options;
    this.#code = code;
    this.#signal = signal;
    this.#intervalMs = toInterval(code.intervalMs);
  }

  async run(): Promise<string> {
    const { clock, wait = waitForReal } = this.#options;
    for (;;) {
      const leftMs = this.#code.expiresAt - clock.now();
      if (leftMs <= 0) throw expired();
      await wait(Math.min(this.#intervalMs, leftMs), this.#signal);
      if (this.#signal.aborted) throw cancelled();
      const token = await this.#poll();
      if (token !== undefined) return token;
    }
  }

  /** Undefined to poll again. */
  async #poll(): Promise<string | undefined> {
    const { server, log } = this.#options;
    const reply = await post(
      server,
      "login/oauth/access_token",
      {
        client_id: server.clientId,
        device_code: this.#code.deviceCode,
        grant_type: "urn:ietf:params:oauth:grant-type:device_code",
      },
      this.#signal,
    );
    if (isTransient(reply)) {
      this.#failures += 1;
      log.write("info", "polling for the sign-in failed", {
        why: reply.transient,
        failures: this.#failures,
      });
      if (this.#failures >= LOGIN_POLL_FAILURES_MAX) throw unreachable(server, reply.transient);
      // An overloaded server is polled less often (§3.5).
      this.#intervalMs = toInterval(this.#intervalMs * 2);
      return undefined;
    }
    this.#failures = 0;
    const { error, access_token: token, interval } = reply.body;
    if (error === undefined) return checkToken(token);
    return this.#handleError(error, interval, describe(reply));
  }

  #handleError(error: unknown, interval: unknown, description: string): undefined {
    switch (error) {
      case "authorization_pending":
        return undefined;
      case "slow_down": {
        const askedMs = typeof interval === "number" ? interval * 1_000 : 0;
        this.#intervalMs = toInterval(Math.max(this.#intervalMs + LOGIN_SLOW_DOWN_MS, askedMs));
        return undefined;
      }
      case "expired_token":
        throw expired();
      case "access_denied":
        throw failed("The sign-in was denied on the page");
      default:
        throw failed(`The sign-in failed: ${description}`);
    }
  }
}

function checkToken(token: unknown): string {
  if (isSecretValue(token)) return token;
  throw failed("The server approved the sign-in but sent no token");
}

function toInterval(ms: number): number {
  return Math.min(Math.max(ms, LOGIN_POLL_MS_MIN), LOGIN_POLL_MS_MAX);
}

function failed(message: string, cause?: unknown): ParleyError {
  return new ParleyError({ code: "sign_in_needed", message, remedy: { label: "Sign in again" }, cause });
}

function expired(): ParleyError {
  return failed("The code expired before it was used");
}

function cancelled(): ParleyError {
  return new ParleyError({ code: "request_cancelled", message: "The sign-in was cancelled" });
}

function unreachable({ host }: DeviceServer, why: string): ParleyError {
  const remedy = { label: `Check your network and that ${host.origin} is reachable, then sign in again` };
  return new ParleyError({ code: "connection_failed", message: `${host.origin} is unreachable: ${why}`, remedy });
}
