// The server itself: what it is and does, and how a client asks it to stop.
import { asInvoked, ParleyError, SERVER_PROTOCOL, VERSION } from "@parley/base";
import { countWork } from "./work.ts";
import { defineHandlers } from "../handler.ts";

export const serverHandlers = defineHandlers({
  "server/get": async (_, { hub, server, baseUrl, caller }) => {
    const { process: own } = server;
    const notice = await server.notice?.();
    return {
      version: VERSION,
      protocol: SERVER_PROTOCOL,
      pid: process.pid,
      kind: own?.kind ?? "embedded",
      url: baseUrl(),
      command: asInvoked("parley"),
      dialects: server.dialects(),
      is_draining: hub.isDraining,
      ...(notice !== undefined && { notice }),
      access: { name: caller.name, scopes: [...caller.scopes] },
      ...(own && { started_at: new Date(own.startedAtMs).toISOString() }),
      idle_exit_seconds: own?.idleExitMs === undefined ? null : own.idleExitMs / 1_000,
      clients: server.clients(),
      ...(await countWork(hub)),
    };
  },
  "server/settings": (_, { server }) => server.settings ?? { settings: [] },
  "server/stop": async ({ grace_seconds: seconds, if_idle: ifIdle = false }, { hub, server }) => {
    const own = server.process;
    if (own === undefined) {
      const message = "This server is part of another program, which stops it";
      throw new ParleyError({ code: "capability_missing", message });
    }
    const { turns } = await countWork(hub);
    if (ifIdle && turns > 0) {
      throw new ParleyError({ code: "session_busy", message: `The server has unfinished turns: ${turns}` });
    }
    // After the answer has been sent: the server waits for open requests.
    setImmediate(() => own.stop({ graceMs: seconds === undefined ? undefined : seconds * 1_000 }));
    return { stopping: true, turns };
  },
});
