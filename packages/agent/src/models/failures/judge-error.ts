// Turns any provider error into a message for the user, and decides whether to retry.
import { type Clock, toOneLine } from "@parley/base";
import { hideValues } from "@parley/policy";
import { hideTokens } from "../../secrets/hide-secrets.ts";
import { API_KEY_CHARS_MIN, PROVIDER_MESSAGE_CHARS_MAX } from "../../limits.ts";
import type { ModelFailure } from "../model.ts";
import { readError, type ErrorFacts } from "./error-facts.ts";
import { describeNetworkError, isWorthAnotherTry } from "./network-errors.ts";
import { readRetryAfter } from "./retry-after.ts";

/** The provider and model of the request. */
export interface Spoken {
  /** "Anthropic". */
  readonly title: string;
  /** `provider/model`. */
  readonly modelId: string;
  readonly address: string;
  /** The variables in use. */
  readonly signedInWith: readonly string[];
  /** All variables that can be used. */
  readonly variables: readonly string[];
  readonly secrets: readonly string[];
}

export interface ErrorVerdict {
  readonly failure: ModelFailure;
  /** Undefined if a retry would not help. */
  readonly retry: { readonly afterMs: number | undefined } | undefined;
}

const OVERFLOW =
  /context[ _-]?(?:length|window|size)|maximum context|too many (?:input )?tokens|prompt is too long|input (?:is )?too long|input token count|exceeds? the (?:maximum|max|limit).{0,40}tokens?|input length and .{0,20}max_tokens|request_too_large|(?<!max_|output )tokens? (?:exceed|limit)|reduce the length/i;
const WRONG_MODEL =
  /(?:model|deployment)\b.{0,120}(?:not found|does(?: not|n't) exist|not (?:exist|available)|no longer available)|(?:unknown|invalid|no such|not a valid) model|model_not_found|deploymentnotfound/i;
const WRONG_KEY =
  /api[ _-]?key (?:not valid|is invalid|is missing|expired)|api_key_invalid|invalid[ _]api[ _]?key|invalid x-api-key|default credentials/i;
const NO_MONEY = /insufficient[ _](?:quota|balance|credits?|funds)|exceeded your current quota|credit balance|billing/i;

export function judgeError(error: unknown, spoken: Spoken, clock: Clock): ErrorVerdict {
  const facts = readError(error);
  if (facts.networkCode !== undefined) {
    return {
      failure: describeNetworkError(facts.networkCode, spoken),
      retry: isWorthAnotherTry(facts.networkCode) ? { afterMs: undefined } : undefined,
    };
  }
  if (facts.isUnreadable) return { failure: unreadable(spoken), retry: undefined };
  const { status } = facts;
  const { retryable, ...failure } = judgeStatus(facts, spoken);
  const isForbidden = facts.headers["x-should-retry"] === "false";
  return {
    failure: status === undefined ? failure : { ...failure, status },
    retry: retryable && !isForbidden ? { afterMs: readRetryAfter(facts, clock) } : undefined,
  };
}

/** The response was incomplete or invalid. */
export function unreadable({ title, address }: Spoken, what = "with an invalid response"): ModelFailure {
  return {
    kind: "bad_response",
    message: `${title} answered ${what} (${address}).`,
    remedy: "Check the URL of the provider, then try again.",
  };
}

/** Without secrets, and shortened. */
function quote(text: string, { secrets }: Spoken): string {
  return toOneLine(hideTokens(hideValues(text, secrets, API_KEY_CHARS_MIN)), PROVIDER_MESSAGE_CHARS_MAX);
}

type Verdict = ModelFailure & { readonly retryable: boolean };

function judgeStatus(facts: ErrorFacts, spoken: Spoken): Verdict {
  const { status = 0, message, labels, body } = facts;
  const said = `${labels} ${message} ${message === "" ? body.slice(0, PROVIDER_MESSAGE_CHARS_MAX) : ""}`;
  const words = quote(message === "" ? statusWords(status) : message, spoken);
  const { title } = spoken;
  if (status === 401 || status === 403 || ((status === 400 || status === 0) && WRONG_KEY.test(said))) {
    return {
      kind: "auth_required",
      message: `${title} rejected the credentials: ${words}`,
      remedy: describeSignIn(spoken),
      variables: spoken.variables,
      retryable: false,
    };
  }
  if (status === 413 || ((status === 400 || status === 422) && OVERFLOW.test(said))) {
    return {
      kind: "context_overflow",
      message: `The conversation is longer than ${spoken.modelId} can read: ${words}`,
      remedy: "Compact the conversation, or select a model with a larger context window.",
      retryable: false,
    };
  }
  if (status === 404 || (status === 400 && WRONG_MODEL.test(said))) {
    return {
      kind: "model_unknown",
      message: `${title} does not have the model ${spoken.modelId}: ${words}`,
      remedy: `Select one of its models; if it should have this one, check the URL: ${spoken.address}.`,
      retryable: false,
    };
  }
  if (status === 402 || (status === 429 && NO_MONEY.test(said))) {
    return {
      kind: "rate_limited",
      message: `${title}: the quota of this account is used up: ${words}`,
      remedy: "Check the plan and billing of the account, or select another provider.",
      retryable: false,
    };
  }
  return judgeOther(status, words, spoken);
}

function describeSignIn({ signedInWith, variables }: Spoken): string {
  return signedInWith.length === 0 ? `Set ${variables.join(" or ")}.` : `Check ${signedInWith.join(" and ")}.`;
}

function judgeOther(status: number, words: string, { title }: Spoken): Verdict {
  switch (status) {
    case 429:
      return {
        kind: "rate_limited",
        message: `${title}: rate limit reached: ${words}`,
        remedy: "Wait a moment, or select another model.",
        retryable: true,
      };
    case 408:
    case 502:
    case 503:
    case 504:
    case 529:
      return {
        kind: "overloaded",
        message: `${title} is unavailable (${status}): ${words}`,
        remedy: "Try again later, or select another model.",
        retryable: true,
      };
    case 500:
      return {
        kind: "failed",
        message: `${title} failed (500): ${words}`,
        remedy: "Try again later, or select another model.",
        retryable: true,
      };
    default:
      return {
        kind: "failed",
        message: status === 0 ? `${title} failed: ${words}` : `${title} rejected the request (${status}): ${words}`,
        retryable: false,
      };
  }
}

function statusWords(status: number): string {
  return status === 0 ? "no reason given" : `status ${status}, no reason given`;
}
