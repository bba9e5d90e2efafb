// The hub in this process, on the same store as a server, without HTTP.
import { ParleyError, type Log } from "@parley/base";
import { connectServer } from "@parley/remote";
import { connectInProcess } from "@parley/server/in-process";
import type { CommandContext } from "../command.ts";
import { readServerFile } from "@parley/home/running-server";
import { CLIENT, type HubAccess } from "./hub-access.ts";
import { openHub } from "./open-hub.ts";

/** Rejects with `store_locked` if another process has the store. Closing it ends running turns and stops the agents. */
export async function openHubInProcess(context: CommandContext, to: Log): Promise<HubAccess> {
  const log = toOwnLog(to);
  const hub = await openHub({ ...context, log }).catch(async (error: unknown) => {
    throw await explainLock(error, context.home);
  });
  const remote = connectServer({ transport: connectInProcess(hub, { log }) }, { client: CLIENT, log });
  return {
    remote,
    server: undefined,
    async [Symbol.asyncDispose]() {
      try {
        await remote.close();
      } finally {
        await hub[Symbol.asyncDispose]();
      }
    },
  };
}

/**
 * Warnings that a server would log, such as an agent that did not start or a full disk, are reported by the command.
 */
function toOwnLog(log: Log): Log {
  return {
    write: (level, message, fields) => {
      const isSaid = level === "warn" || (level === "error" && fields?.["code"] === "disk_full");
      log.write(isSaid ? "info" : level, message, fields);
    },
  };
}

async function explainLock(error: unknown, home: string): Promise<unknown> {
  if (!(error instanceof ParleyError) || error.code !== "store_locked") return error;
  const running = await readServerFile(home);
  const who = running === undefined ? "another process" : `the server at ${running.url} (process ${running.pid})`;
  const message = `The sessions in ${home} are in use by ${who}`;
  const remedy = { label: "Omit --no-server, or set PARLEY_HOME to another folder" };
  return new ParleyError({ code: "store_locked", message, remedy, cause: error });
}
