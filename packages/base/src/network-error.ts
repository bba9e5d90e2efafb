// Why a connection failed: the code of the runtime's network stack (ECONNREFUSED and the like), and a description.

const CODE =
  /^(?:E[A-Z]+|EAI_\w+|UND_ERR_\w+|HPE_\w+|ERR_(?:TLS|SSL|NETWORK)\w*|CERT_\w+|\w*CERTIFICATE\w*|DEPTH_ZERO\w*|SELF_SIGNED\w*|UNABLE_TO_\w+)$/;
const MESSAGE = /^(?:terminated|fetch failed|failed to fetch|network error|other side closed)$/i;
const CAUSES_MAX = 8;

/** Each completes "HOST: …". */
const WORDS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "certificate is self-signed",
  EAI_AGAIN: "host name could not be resolved; check the network connection",
  ECONNREFUSED: "connection refused",
  ECONNRESET: "connection closed by the server",
  EHOSTUNREACH: "host unreachable",
  ENETUNREACH: "network unreachable",
  ENOTFOUND: "host not found",
  ERR_TLS_CERT_ALTNAME_INVALID: "certificate is for another host",
  ETIMEDOUT: "connection timed out",
  HPE_HEADER_OVERFLOW: "response headers are too large",
  SELF_SIGNED_CERT_IN_CHAIN: "certificate is self-signed",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "certificate cannot be verified",
  UND_ERR_CONNECT_TIMEOUT: "connection timed out",
  UND_ERR_SOCKET: "connection closed by the server",
};

/** `undefined` for codes without a description. */
export function describeNetworkCode(code: string): string | undefined {
  const known = Object.hasOwn(WORDS, code) ? WORDS[code] : undefined;
  return known ?? (code.startsWith("HPE_") ? "the response is not valid HTTP" : undefined);
}

/** The error, its cause, the cause of that, and so on. */
export function causesOf(error: unknown): readonly unknown[] {
  const causes: unknown[] = [];
  let at = error;
  while (at !== undefined && at !== null && causes.length < CAUSES_MAX) {
    causes.push(at);
    at = typeof at === "object" && "cause" in at ? at.cause : undefined;
  }
  return causes;
}

/** Undefined if there is none. The deepest cause says most: `fetch` reports "fetch failed" and the reason as its cause. */
export function networkCodeOf(error: unknown): string | undefined {
  return causesOf(error)
    .map(codeOf)
    .findLast((code) => code !== undefined && CODE.test(code));
}

/** Like `networkCodeOf`, but errors that only have the message of a failed connection count as `UND_ERR_SOCKET`. */
export function findNetworkCode(error: unknown): string | undefined {
  const isSaid = causesOf(error).some((cause) => cause instanceof Error && MESSAGE.test(cause.message));
  return networkCodeOf(error) ?? (isSaid ? "UND_ERR_SOCKET" : undefined);
}

/** If several addresses were tried, the code of the first attempt. */
function codeOf(cause: unknown): string | undefined {
  if (typeof cause !== "object" || cause === null) return undefined;
  if ("code" in cause && typeof cause.code === "string") return cause.code;
  return "errors" in cause && Array.isArray(cause.errors) ? codeOf(cause.errors[0]) : undefined;
}
