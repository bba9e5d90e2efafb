// Why a connection failed, by the codes of the runtime's own network stack: ECONNREFUSED and the like.
import { isObject } from "@parley/base";
import { CAUSES_MAX } from "./limits.ts";

const CODE =
  /^(?:E[A-Z]+|EAI_\w+|UND_ERR_\w+|ERR_(?:TLS|SSL|NETWORK)\w*|CERT_\w+|\w*CERTIFICATE\w*|DEPTH_ZERO\w*|SELF_SIGNED\w*)$/;
const MESSAGE = /^(?:terminated|fetch failed|failed to fetch|network error|other side closed)$/i;

/** The error, its cause, the cause of that, and so on. */
export function causesOf(error: unknown): readonly unknown[] {
  const causes: unknown[] = [];
  let at = error;
  while (at !== undefined && at !== null && causes.length < CAUSES_MAX) {
    causes.push(at);
    at = isObject(at) ? at["cause"] : undefined;
  }
  return causes;
}

/** Undefined if it was not the network. The deepest one says most: "fetch failed" has the reason for its cause. */
export function findNetworkCode(error: unknown): string | undefined {
  const causes = causesOf(error);
  const named = causes.map(codeOf).filter((code) => code !== undefined && CODE.test(code));
  const isSaid = causes.some((cause) => cause instanceof Error && MESSAGE.test(cause.message));
  return named.at(-1) ?? (isSaid ? "UND_ERR_SOCKET" : undefined);
}

/** Of the first attempt, where several addresses were tried. */
function codeOf(cause: unknown): string | undefined {
  if (!isObject(cause)) return undefined;
  const { code, errors } = cause;
  if (typeof code === "string") return code;
  return Array.isArray(errors) && errors.length > 0 ? codeOf(errors[0]) : undefined;
}
