// Makes idempotency keys separate for each caller: a caller that reuses another's key does not get the other's result.
import type { Caller } from "../http/dialect.ts";
import { TOKEN_NAME } from "./key-ring.ts";

/** The token's keys are unchanged, so that keys from before an update are still known. */
export function ownKey({ name }: Caller, key: string | undefined): string | undefined {
  return key === undefined || name === TOKEN_NAME ? key : `${name} ${key}`;
}

/** As the caller sent it. */
export function sentKey({ name }: Caller, key: string): string {
  return name === TOKEN_NAME ? key : key.slice(name.length + 1);
}
