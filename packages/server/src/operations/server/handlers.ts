// The server itself: its state, its settings, and stopping it.
import { asInvoked, ParleyError, SERVER_PROTOCOL, VERSION } from "@parley/base";
import type { Hub } from "@parley/hub";
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
  "nodes/list": async (_, { hub }) => ({ nodes: (await hub.nodes.list()).map(toNode) }),
  "nodes/drain": async ({ id }, { hub, server }) => {
    const node = (await hub.nodes.list()).find((one) => one.id === id && one.state !== "lost");
    if (node === undefined) throw new ParleyError({ code: "node_not_found", message: `Server ${id} is not running` });
    if (node.isSelf && server.process === undefined) throw partOfAnother();
    // After the answer has been sent: it may be this server.
    setImmediate(() => void hub.nodes.drain(id).catch(() => undefined)); // It has already exited.
    return { draining: true };
  },
  "server/stop": async ({ grace_seconds: seconds, if_idle: ifIdle = false }, { hub, server }) => {
    const own = server.process;
    if (own === undefined) throw partOfAnother();
    const { turns } = await countWork(hub);
    if (ifIdle && turns > 0) {
      throw new ParleyError({ code: "session_busy", message: `The server has unfinished turns: ${turns}` });
    }
    // After the answer has been sent: the server waits for open requests.
    setImmediate(() => own.stop({ graceMs: seconds === undefined ? undefined : seconds * 1_000 }));
    return { stopping: true, turns };
  },
});

type Node = Awaited<ReturnType<Hub["nodes"]["list"]>>[number];

function toNode({ id, isSelf, state, host, version, place, sessions, startedAtMs, seenAtMs, silentMs }: Node) {
  return {
    id,
    is_self: isSelf,
    state,
    host,
    version,
    ...(place !== undefined && { place }),
    sessions,
    started_at: new Date(startedAtMs).toISOString(),
    ...(seenAtMs !== undefined && { seen_at: new Date(seenAtMs).toISOString() }),
    ...(silentMs !== undefined && { silent_ms: Math.max(0, Math.round(silentMs)) }),
  };
}

function partOfAnother(): ParleyError {
  const message = "This server runs inside another program and can only be stopped there";
  return new ParleyError({ code: "capability_missing", message });
}
