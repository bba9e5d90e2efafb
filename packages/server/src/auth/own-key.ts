// Idempotency keys are each caller's own: one that guesses or reuses another's gets its own work done, not the other's result.
import type { Caller } from "../http/dialect.ts";
import { TOKEN_NAME } from "./key-ring.ts";

/** The token's keys are as they are: what it sent before an update is known after it. */
export function ownKey({ name }: Caller, key: string | undefined): string | undefined {
  return key === undefined || name === TOKEN_NAME ? key : `${name} ${key}`;
}
