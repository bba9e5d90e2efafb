// Every limit of the models, with its name.

const SECOND_MS = 1_000;

export interface ModelLimits {
  /** Tries of one request, the first included. */
  readonly attemptsMax: number;
  /** The wait before the second try; each further one is twice as long, up to the longest. */
  readonly retryFirstMs: number;
  readonly retryLongestMs: number;
  /** All waits of one request together. A provider that wants more is given up on, and says when to come back. */
  readonly retryTotalMs: number;
  /** How long a provider's list of models may take. */
  readonly listMs: number;
  /** How long such a list, or that there is none, is believed. */
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

/** Of each wait, so that many who were turned away together do not come back together. */
export const RETRY_JITTER = 0.25;
/** A list of models is cut here. */
export const LIST_BYTES_MAX: number = 4 * 1024 * 1024;
export const LISTED_MODELS_MAX = 2_000;
/** Models that are named in a failure. */
export const NAMED_MODELS_MAX = 200;
/** How long the end of an answer that is complete may take. */
export const DRAIN_MS_MAX = 1_000;
/** What is quoted of a provider's message. */
export const PROVIDER_MESSAGE_CHARS_MAX = 600;
/** What is shown of an address that is none. */
export const SHOWN_ADDRESS_CHARS_MAX = 100;
/** A key that is shorter could be any word. */
export const SECRET_CHARS_MIN = 4;
/** What an answer may have where a provider must be told, and nobody said: more would crowd out the input. */
export const ANSWER_TOKENS_DEFAULT = 32_000;
/** Where Anthropic's cache may begin to be read from in one request: the system, the tools, two messages. */
export const CACHED_MESSAGES_MAX = 2;
/** What of a conversation makes its cache key. */
export const CACHE_KEY_CHARS_MAX: number = 16 * 1024;
/** What the script says of a tool's failure, and of a prompt. */
export const QUOTE_CHARS_MAX = 200;
/** Chunks of a `stream` between two looks at whether it was aborted. */
export const STREAM_BURST = 256;
