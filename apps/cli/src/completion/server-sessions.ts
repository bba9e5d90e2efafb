// The latest sessions of this home's server, if one is running. The user has pressed Tab, so a slow server is skipped.
import { parseObject } from "@parley/base";
import { readTextWithin } from "@parley/home";
import type { SessionInfo } from "@parley/home/session-log";
import { get, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { TOKEN_BYTES_MAX } from "../limits.ts";
import { proveServerOf, readServerFile } from "@parley/home/running-server";
import { sessionsOf } from "../server/to-session-info.ts";

/** Rejects if the server does not answer in time or sends an unexpected response. */
export async function findServerSessions(
  home: string,
  limit: number,
  withinMs: number,
): Promise<readonly SessionInfo[]> {
  const place = await readServerFile(home);
  if (place === undefined || (await proveServerOf(home, place.url, withinMs)) !== "proven") return [];
  const token = (await readTextWithin(join(home, "token"), TOKEN_BYTES_MAX)) ?? "";
  const answer = await getText(`${place.url}/sessions?limit=${limit}`, token.trim(), withinMs);
  return sessionsOf(parseObject(answer) ?? {});
}

/** Avoids `fetch`, which takes longer to load than everything else here together. */
async function getText(url: string, token: string, withinMs: number): Promise<string> {
  const signal = AbortSignal.timeout(withinMs);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { signal, agent: false, headers: { authorization: `Bearer ${token}` } }, resolve).once("error", reject);
  });
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) text += String(chunk);
  return text;
}
