// Whether a client runs on this machine.
import { classifyAddress } from "@parley/base";
import type { IncomingMessage } from "node:http";

/** A proxy that forwards requests says so in a header. */
export function isLocal({
  socket: { remoteAddress = "" },
  headers,
}: Pick<IncomingMessage, "socket" | "headers">): boolean {
  const isForwarded = headers["x-forwarded-for"] !== undefined || headers["forwarded"] !== undefined;
  return !isForwarded && classifyAddress(remoteAddress) === "loopback";
}
