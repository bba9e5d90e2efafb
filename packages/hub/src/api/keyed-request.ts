// A request that was sent with an idempotency key.

export interface KeyedRequest {
  /** The key as the client sent it, for messages. */
  readonly key: string;
  /** The same for the same request. The key with another one is refused with `idempotency_conflict`. */
  readonly fingerprint: string;
}
