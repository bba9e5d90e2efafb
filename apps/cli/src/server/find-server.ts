// Finds the server: this home's by its file, or the one at a given address.
import { ParleyError } from "@parley/base";
import { readTextWithin } from "@parley/home";
import { hostname } from "node:os";
import { join, resolve } from "node:path";
import { printNotice } from "../output/print.ts";
import { checkServer, notFound } from "./check-server.ts";
import { TOKEN_BYTES_MAX } from "../limits.ts";
import { proveServerOf, readServerFile, serverFileIn, type ServerPlace } from "@parley/home/running-server";
import type { ServerAccess } from "./server-access.ts";

export interface ServerRequest {
  /** An address, or `auto`. */
  readonly wanted: string;
  readonly tokenFile: string | undefined;
  readonly home: string;
  /** The caller reports a server that does not respond. */
  readonly isQuiet?: boolean | undefined;
}

/** Undefined if no local server is running and responding. Rejects if the server at a given address cannot be used. */
export async function findServer(request: ServerRequest): Promise<ServerAccess | undefined> {
  const local = await readServerFile(request.home);
  if (request.wanted !== "auto") return findNamed(request, local);
  if (local === undefined) return undefined;
  const proof = await proveServerOf(request.home, local.url);
  if (proof === "silent") {
    if (!request.isQuiet || isElsewhere(local)) printNotice(describeSilent(local));
    return undefined;
  }
  if (proof === "unproven") {
    printNotice(`${describeUnproven(local)}; continuing without it. ${RESTART_HINT}`);
    return undefined;
  }
  const { url, kind, version } = local;
  const access = { url, token: await readToken(request, true), isLocal: true };
  await checkServer(access);
  return kind === "background" ? { ...access, backgroundVersion: version } : access;
}

/** Like `findServer`, but throws if no server is found. */
export async function requireServer(request: ServerRequest): Promise<ServerAccess> {
  const found = await findServer(request);
  if (found !== undefined) return found;
  throw noServer(request.home);
}

/** The server's current address, for reconnecting. Prints nothing; connecting shows whether it answers. */
export async function locateServer(request: ServerRequest): Promise<ServerAccess> {
  const { wanted, home } = request;
  const local = await readServerFile(home);
  const url = wanted === "auto" ? local?.url : toServerUrl(wanted);
  if (url === undefined) throw noServer(home);
  const isLocal = local !== undefined && toServerUrl(local.url) === toServerUrl(url);
  if (isLocal && (await proveServerOf(home, url)) !== "proven") throw noServer(home);
  return { url, token: await readToken(request, isLocal), isLocal };
}

async function findNamed(request: ServerRequest, local: ServerPlace | undefined): Promise<ServerAccess> {
  const url = toServerUrl(request.wanted);
  // This home's token is sent only to this home's server.
  const isLocal = local !== undefined && toServerUrl(local.url) === url;
  if (isLocal) await requireProof(request.home, local, url);
  const access = { url, token: await readToken(request, isLocal), isLocal };
  await checkServer(access);
  return access;
}

/** A program that does not answer the challenge does not get the token either. */
async function requireProof(home: string, local: ServerPlace, url: string): Promise<void> {
  const proof = await proveServerOf(home, url);
  if (proof === "proven") return;
  if (proof === "silent") throw notFound(url, new Error(`it does not respond (pid ${local.pid})`));
  throw new ParleyError({
    code: "server_not_found",
    message: describeUnproven(local),
    remedy: { label: RESTART_HINT, command: "parley serve" },
  });
}

function noServer(home: string): ParleyError {
  const message = `No server is running for ${home}: ${serverFileIn(home)} does not name one`;
  return new ParleyError({
    code: "server_not_found",
    message,
    remedy: { label: "Start one", command: "parley serve" },
  });
}

function isElsewhere({ host }: ServerPlace): boolean {
  return host !== undefined && host !== hostname();
}

function describeSilent(place: ServerPlace): string {
  const { url, pid, host } = place;
  if (isElsewhere(place)) return `${url} is a server on ${host}, which shares this home; continuing without it.`;
  return `The server at ${url} (pid ${pid}) does not respond; continuing without it (--no-server skips it).`;
}

const RESTART_HINT = "If it is a server of an earlier version, restart it.";

function describeUnproven({ url }: ServerPlace): string {
  return `The server at ${url} could not prove that it belongs to this home, so the token was not sent`;
}

function toServerUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^(https?|wss?):$/.test(url.protocol)) {
    const remedy = { label: "For example", command: "--server http://127.0.0.1:4717" };
    throw new ParleyError({ code: "usage", message: `${JSON.stringify(text)} is not a server URL`, remedy });
  }
  const path = url.pathname.replace(/\/+$/, "").replace(/\/acp$/, "");
  return `${url.protocol.replace(/^ws/, "http")}//${url.host}${path}`;
}

/** Tries the flag, the environment, and for the local server this home's file. Without a token, the server reports the error. */
async function readToken({ tokenFile, home }: ServerRequest, isLocal: boolean): Promise<string> {
  if (tokenFile !== undefined) return readTokenFile(resolve(tokenFile));
  const given = process.env["PARLEY_TOKEN"] ?? "";
  return given === "" && isLocal ? readTokenFile(join(home, "token")) : given;
}

/** The token of this home's server. */
export function readHomeToken(home: string): Promise<string> {
  return readTokenFile(join(home, "token"));
}

async function readTokenFile(path: string): Promise<string> {
  const text = await readTextWithin(path, TOKEN_BYTES_MAX);
  if (text !== undefined) return text.trim();
  throw new ParleyError({ code: "sign_in_needed", message: `Token file ${path} not found` });
}
