// Limits on requests to models.

const SECOND_MS = 1_000;

export interface ModelLimits {
  /** Attempts per request, including the first. */
  readonly attemptsMax: number;
  /** Delay before the second attempt; it doubles with each further one, up to the longest. */
  readonly retryFirstMs: number;
  readonly retryLongestMs: number;
  /** Total delay per request. If a provider asks for more, the request fails and the error says when to retry. */
  readonly retryTotalMs: number;
  /** Timeout for a provider's list of models. */
  readonly listMs: number;
  /** Time for which such a list, or its absence, is cached. */
  readonly listKeptMs: number;
}

export const defaultModelLimits: ModelLimits = {
  attemptsMax: 6,
  retryFirstMs: SECOND_MS / 2,
  retryLongestMs: 30 * SECOND_MS,
  retryTotalMs: 120 * SECOND_MS,
  listMs: 1_500,
  listKeptMs: 30 * SECOND_MS,
};

/** Random share of each delay, so that clients rejected together do not retry together. */
export const RETRY_JITTER = 0.25;
/** Size at which a list of models is cut. */
export const LIST_BYTES_MAX: number = 4 * 1024 * 1024;
export const LISTED_MODELS_MAX = 2_000;
/** Models that an error names. */
export const NAMED_MODELS_MAX = 200;
/** Time to drain the stream after a complete answer. */
export const DRAIN_MS_MAX = 1_000;
/** Length of a provider's message quoted in an error. */
export const PROVIDER_MESSAGE_CHARS_MAX = 600;
/** Length of an invalid URL shown in an error. */
export const SHOWN_ADDRESS_CHARS_MAX = 100;
/** A shorter key could be an ordinary word, so it is not redacted. */
export const SECRET_CHARS_MIN = 4;
/** Default where a provider requires a limit; a larger value would leave too little room for the input. */
export const ANSWER_TOKENS_DEFAULT = 32_000;
/** Anthropic allows four cache breakpoints: the system prompt, the tools and two messages. */
export const CACHED_MESSAGES_MAX = 2;
/** Start of a conversation from which its cache key is computed. */
export const CACHE_KEY_CHARS_MAX: number = 16 * 1024;
/** Length of a tool error or a prompt quoted by the script model. */
export const QUOTE_CHARS_MAX = 200;
/** Chunks of a `stream` between two checks for an abort. */
export const STREAM_BURST = 256;
