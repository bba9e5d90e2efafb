// Whether agents are signed in, as far as known, and the variables that users entered for that. In memory only.
import { AUTH_REQUIRED } from "@parley/acp";
import { ParleyError } from "@parley/base";
import { RpcError } from "@parley/rpc";
import type { SignInState } from "../api/programs.ts";
import type { Variables } from "../api/given-launch.ts";

export class SignInStates {
  /** By the names of agents, of which there are as many as the machine has. */
  readonly #states = new Map<string, SignInState>();
  readonly #values = new Map<string, Variables>();

  /** `unknown` before the first session. */
  of(name: string): SignInState {
    return this.#states.get(name) ?? "unknown";
  }

  /** A session was opened, or refused. One that opens proves no sign-in: our own agent then plays its offline demo. */
  learn(name: string, error?: unknown): void {
    if (error === undefined && this.of(name) !== "signed_in") this.#states.set(name, "not_needed");
    else if (isRequired(error)) this.#states.set(name, "needed");
  }

  signedIn(name: string, values: Variables): void {
    this.#states.set(name, "signed_in");
    if (Object.keys(values).length > 0) this.#values.set(name, { ...this.#values.get(name), ...values });
  }

  signedOut(name: string): void {
    this.#states.set(name, "unknown");
    this.#values.delete(name);
  }

  /** For processes that are started later. */
  valuesOf(name: string): Variables {
    return this.#values.get(name) ?? {};
  }
}

function isRequired(error: unknown): boolean {
  if (error instanceof RpcError) return error.code === AUTH_REQUIRED;
  return error instanceof ParleyError && error.code === "sign_in_needed";
}
