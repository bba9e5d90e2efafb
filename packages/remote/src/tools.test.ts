// A client that reads the log and offers tools: the server calls them for the session's agent.
import { openTestServer } from "@parley/test-support/server";
import { expect, it } from "vitest";
import { connectServer, type Remote } from "./connect-server.ts";
import type { OfferedTool, ToolCall } from "./tools/served-tools.ts";

const TOOL: OfferedTool = { name: "selection", inputSchema: { type: "object" } };

it("answers calls, and a client that takes over answers those after it", { timeout: 60_000 }, async () => {
  await using server = await openTestServer();
  const { id } = await server.hub.sessions.create({ agent: "script" });
  const open = (name: string, calls: ToolCall[]): Remote => {
    const remote = connectServer(server, {
      callTool: async (call) => {
        calls.push(call);
        return { content: [{ type: "text", text: name }] };
      },
    });
    // Before it is connected: the tools are sent with the connection.
    remote.offerTools([TOOL]);
    remote.follow(id, { after: 0 }, { events: () => undefined });
    return remote;
  };
  const calls: ToolCall[] = [];
  const call = { sessionId: id, name: "selection", arguments: { word: "foo" } };
  const first = open("first", calls);
  expect(await server.hub.editors.tools.call(call)).toEqual({ content: [{ type: "text", text: "first" }] });
  expect(calls).toEqual([call]);
  await first.close();
  await using second = open("second", calls);
  expect(await server.hub.editors.tools.call(call)).toEqual({ content: [{ type: "text", text: "second" }] });
  expect(second.state.kind).toBe("connected");
});
