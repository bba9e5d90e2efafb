// Errors of the network: what they mean, what a person can do, whether to try again.
import type { ModelFailure } from "../model.ts";
import type { Spoken } from "./judge-error.ts";

interface NetworkError {
  readonly codes: RegExp;
  readonly what: string;
  readonly remedy: string;
  /** What is not there now is not there in a second either; what broke may hold the next time. */
  readonly retry: boolean;
}

const CHECK_ADDRESS = "Check the address, and that the server runs.";

const networkErrors: readonly NetworkError[] = [
  { codes: /^ECONNREFUSED$/, what: "nobody answers there", remedy: CHECK_ADDRESS, retry: false },
  {
    codes: /^(?:ENOTFOUND|EAI_NONAME|EADDRNOTAVAIL)$/,
    what: "there is no such host",
    remedy: "Check the address and the connection to the network.",
    retry: false,
  },
  {
    codes: /^(?:EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|ENETDOWN)$/,
    what: "the network cannot be reached",
    remedy: "Check the connection to the network, and the proxy if there is one.",
    retry: true,
  },
  {
    codes: /CERT|SIGN|TLS|SSL|UNABLE_TO_/,
    what: "its certificate is not to be trusted",
    remedy: "Check the address; for a certificate of your own set NODE_EXTRA_CA_CERTS.",
    retry: false,
  },
  {
    // Minutes have gone by already.
    codes: /^UND_ERR_(?:HEADERS|BODY)_TIMEOUT$/,
    what: "it has not said a word for too long",
    remedy: "Try again, or choose a faster model.",
    retry: false,
  },
  {
    codes: /TIMEDOUT|TIMEOUT/,
    what: "it took too long",
    remedy: "Try again; check the connection to the network.",
    retry: true,
  },
];

const BROKEN: NetworkError = {
  codes: /./,
  what: "the connection broke",
  remedy: "Try again; check the connection to the network.",
  retry: true,
};

export function describeNetworkError(code: string, { title, address }: Spoken): ModelFailure {
  const { what, remedy } = find(code);
  return { kind: "connection", message: `${title} cannot be reached at ${address}: ${what} (${code}).`, remedy };
}

export function isWorthAnotherTry(code: string): boolean {
  return find(code).retry;
}

function find(code: string): NetworkError {
  return networkErrors.find(({ codes }) => codes.test(code)) ?? BROKEN;
}
