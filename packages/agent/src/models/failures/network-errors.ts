// Network errors: what they mean, what the user can do, whether to retry.
import type { ModelFailure } from "../model.ts";
import type { Spoken } from "./judge-error.ts";

interface NetworkError {
  readonly codes: RegExp;
  readonly what: string;
  readonly remedy: string;
  /** An unreachable host is not worth a retry; a broken connection is. */
  readonly retry: boolean;
}

const CHECK_ADDRESS = "Check the URL and that the server is running.";

const networkErrors: readonly NetworkError[] = [
  { codes: /^ECONNREFUSED$/, what: "connection refused", remedy: CHECK_ADDRESS, retry: false },
  {
    codes: /^(?:ENOTFOUND|EAI_NONAME|EADDRNOTAVAIL)$/,
    what: "host not found",
    remedy: "Check the URL and your network connection.",
    retry: false,
  },
  {
    codes: /^(?:EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|ENETDOWN)$/,
    what: "network unreachable",
    remedy: "Check your network connection, and the proxy if there is one.",
    retry: true,
  },
  {
    codes: /CERT|SIGN|TLS|SSL|UNABLE_TO_/,
    what: "its certificate is not trusted",
    remedy: "Check the URL; for a private certificate authority, set NODE_EXTRA_CA_CERTS.",
    retry: false,
  },
  {
    // It has already taken minutes.
    codes: /^UND_ERR_(?:HEADERS|BODY)_TIMEOUT$/,
    what: "it sent nothing for too long",
    remedy: "Try again, or select a faster model.",
    retry: false,
  },
  {
    codes: /TIMEDOUT|TIMEOUT/,
    what: "timed out",
    remedy: "Try again; check your network connection.",
    retry: true,
  },
];

const BROKEN: NetworkError = {
  codes: /./,
  what: "connection lost",
  remedy: "Try again; check your network connection.",
  retry: true,
};

export function describeNetworkError(code: string, { title, address }: Spoken): ModelFailure {
  const { what, remedy } = find(code);
  return { kind: "connection", message: `${title} is unreachable at ${address}: ${what} (${code}).`, remedy };
}

export function isWorthAnotherTry(code: string): boolean {
  return find(code).retry;
}

function find(code: string): NetworkError {
  return networkErrors.find(({ codes }) => codes.test(code)) ?? BROKEN;
}
