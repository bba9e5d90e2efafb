// Why a connection failed, in words that help a model or a person to go on.
import { messageOf } from "../../text/sentences.ts";
import { DestinationRefused } from "@parley/machine/network";

const WORDS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "its certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is self-signed",
  EAI_AGAIN: "its name could not be looked up just now; is there a network?",
  ECONNREFUSED: "nothing listens there",
  ECONNRESET: "it closed the connection",
  EHOSTUNREACH: "there is no way to it",
  ENETUNREACH: "there is no way to it",
  ENOTFOUND: "there is no host of that name",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another name",
  ETIMEDOUT: "it did not answer in time",
  HPE_HEADER_OVERFLOW: "its headers are too large",
  SELF_SIGNED_CERT_IN_CHAIN: "its certificate is self-signed",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its certificate cannot be verified",
};

export function describeNetworkError(host: string, error: unknown): string {
  if (error instanceof DestinationRefused) return `${error.message}.`;
  const code = codeOf(error);
  if (code?.startsWith("HPE_") === true && !(code in WORDS)) return `${host} failed: it does not speak HTTP (${code}).`;
  if (code?.startsWith("Z_") === true) return `${host} failed: its answer is not packed as it says (${code}).`;
  const known = code === undefined ? undefined : WORDS[code];
  if (known !== undefined) return `${host} failed: ${known} (${code}).`;
  return `${host} failed: ${messageOf(error)}.`;
}

/** Errors of `node:http` come as they are, not as the cause of another. Of several addresses, that of the first. */
function codeOf(error: unknown): string | undefined {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}
