// The parts of a request outside its body: protocol version, resume position, caller.
import { VersionNotSupportedError } from "@a2a-js/sdk/errors";
import type { Context } from "hono";
import type { ServerEnv } from "../../http/dialect.ts";
import type { Call } from "./call.ts";
import { LEGACY_VERSION, PROTOCOL_VERSION } from "./card.ts";

const VERSION = "A2A-Version";

/** From a header or a query parameter; a client without either uses the version before they existed. */
export function readVersion(c: Context<ServerEnv>): string {
  const said = c.req.header(VERSION) ?? c.req.query(VERSION) ?? "";
  return said === "" ? LEGACY_VERSION : (/^\d+\.\d+/.exec(said.trim())?.[0] ?? said);
}

export function checkVersion(version: string, supported: readonly string[]): void {
  if (supported.includes(version)) return;
  const hint = version === LEGACY_VERSION ? `: send the header ${VERSION}: ${PROTOCOL_VERSION}` : "";
  throw new VersionNotSupportedError(`A2A version ${version} is not supported; use ${supported.join(" or ")}${hint}`);
}

/** The call, and how to abort its work. It ends with the client and with the server. */
export function readRequest(
  c: Context<ServerEnv>,
  options: { readonly version: string; readonly draining: AbortSignal },
): { readonly call: Call; readonly stop: AbortController } {
  const { version, draining } = options;
  const stop = new AbortController();
  const end = (): void => stop.abort();
  const { outgoing } = c.env;
  outgoing.once("close", end);
  draining.addEventListener("abort", end, { once: true });
  stop.signal.addEventListener("abort", () => draining.removeEventListener("abort", end), { once: true });
  const endpoint = c.req.param("name");
  const after = readLastEventId(c.req.header("Last-Event-ID"));
  const caller = c.get("caller");
  const call: Call = { caller, version, signal: stop.signal, ...(endpoint !== undefined && { endpoint }), ...after };
  return { call, stop };
}

function readLastEventId(header: string | undefined): { after?: number } {
  const after = header === undefined || !/^\d{1,15}$/.test(header) ? undefined : Number(header);
  return after === undefined ? {} : { after };
}
