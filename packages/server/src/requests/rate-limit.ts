// Rate limits: a token bucket for each caller.

export interface RateLimit {
  /** Takes a token. Returns the seconds to wait if none was available. */
  take(who: string): number | undefined;
}

export interface RateLimitOptions {
  readonly perSecond: number;
  readonly burst: number;
  /** Number of callers that are remembered; the least recently seen one is dropped first. */
  readonly bucketsMax: number;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

interface Bucket {
  tokens: number;
  atMs: number;
}

export function createRateLimit({ perSecond, burst, bucketsMax, now }: RateLimitOptions): RateLimit {
  const buckets = new Map<string, Bucket>();

  function fill(who: string): Bucket {
    const atMs = now();
    const known = buckets.get(who);
    if (known === undefined) return { tokens: burst, atMs };
    known.tokens = Math.min(burst, known.tokens + ((atMs - known.atMs) * perSecond) / 1000);
    known.atMs = atMs;
    return known;
  }

  /** The map keeps insertion order, so its first key is the least recently seen caller. */
  function remember(who: string, bucket: Bucket): void {
    if (!buckets.delete(who) && buckets.size >= bucketsMax) {
      const [longestUnused] = buckets.keys();
      if (longestUnused !== undefined) buckets.delete(longestUnused);
    }
    buckets.set(who, bucket);
  }

  const secondsTo = (bucket: Bucket): number => Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond));

  return {
    take(who) {
      const bucket = fill(who);
      remember(who, bucket);
      if (bucket.tokens < 1) return secondsTo(bucket);
      bucket.tokens -= 1;
      return undefined;
    },
  };
}
