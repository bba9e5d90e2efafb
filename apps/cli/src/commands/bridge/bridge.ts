// `parley bridge`: a server's agents on stdin and stdout, for editors that start an agent as a program.
import { createNdjsonTransport } from "@parley/rpc";
import { connectWebSocket } from "@parley/rpc/websocket";
import { listenForStop } from "../../client/stop-signals.ts";
import type { Run } from "../../command.ts";
import { ExitCodes } from "../../exit-codes.ts";
import { requireServer } from "../../server/find-server.ts";
import type { bridgeUsage } from "../../usage/bridge.ts";
import { Relay } from "./relay.ts";

export const run: Run<typeof bridgeUsage> = async ({ flags }, { settings, home, log }) => {
  using stop = listenForStop();
  const request = {
    wanted: settings.server === "off" ? "auto" : settings.server,
    tokenFile: flags["token-file"],
    home,
  };
  const relay = new Relay({
    editor: createNdjsonTransport(process.stdin, process.stdout),
    connect: async (signal) => {
      // The server is looked up for every connection, because the local one may have restarted on another port.
      const { url, token } = await requireServer(request);
      return connectWebSocket(`${url.replace(/^http/, "ws")}/acp`, {
        headers: { authorization: `Bearer ${token}` },
        signal,
      });
    },
    agent: flags.agent,
    session: flags.session,
    log,
  });
  await relay.run(stop.asked);
  return ExitCodes.endTurn;
};
