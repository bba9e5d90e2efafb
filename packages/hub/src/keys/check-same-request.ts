// An idempotency key stands for one request: another request with it must not get the first one's result.
import { ParleyError } from "@parley/base";
import type { KeyedRequest } from "../api/keyed-request.ts";

/** `stored`: the first request's fingerprint; results from before there were fingerprints have none, and match any. */
export function checkSameRequest(stored: string | undefined, request: KeyedRequest | undefined): void {
  if (stored === undefined || request === undefined || stored === request.fingerprint) return;
  throw new ParleyError({
    code: "idempotency_conflict",
    message:
      `/idempotencyKey: ${JSON.stringify(request.key)} was already used for a different request. ` +
      "Use a new key for a new request, or repeat the first request unchanged to get its result",
  });
}
