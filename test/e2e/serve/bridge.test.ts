// `parley bridge` as an editor starts it: the official SDK's client on its pipes.
import { client, ndJsonStream, type SessionNotification } from "@agentclientprotocol/sdk";
import { createInbox } from "@parley/test-support";
import { Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { openPlace, type Place, type Running } from "../run-parley.ts";
import { serve } from "./served.ts";

/** What it writes is read as text here, and as bytes by the SDK. */
function connect({ child }: Running, asked: string[]) {
  const updates = createInbox<SessionNotification>();
  const app = client({ name: "sdk-client" })
    .onNotification("session/update", ({ params }) => updates.push(params))
    .onRequest("session/request_permission", ({ params: { toolCall, options } }) => {
      asked.push(toolCall.title ?? "");
      const allow = options.find(({ kind }) => kind === "allow_once");
      return { outcome: { outcome: "selected", optionId: allow?.optionId ?? "" } };
    });
  const input = Writable.toWeb(child.stdin) as WritableStream<Uint8Array>;
  const encoder = new TextEncoder();
  const output = new ReadableStream<Uint8Array>({
    start: (controller) => {
      child.stdout.on("data", (text: string) => controller.enqueue(encoder.encode(text)));
      child.stdout.on("end", () => controller.close());
    },
  });
  return { updates, agent: app.connect(ndJsonStream(input, output)).agent };
}

const startBridge = (place: Place, ...args: readonly string[]): Running =>
  place.start(["bridge", ...args], { keepsInputOpen: true });

const textOf = ({ update }: SessionNotification): string =>
  update.sessionUpdate === "agent_message_chunk" && update.content.type === "text" ? update.content.text : "";

describe("parley bridge", { timeout: 90_000 }, () => {
  it("works as an agent for the official SDK's client, even after a server restart", async () => {
    await using place = await openPlace();
    const first = await serve(place);
    const running = startBridge(place, "--agent", "script");
    const asked: string[] = [];
    const { agent, updates } = connect(running, asked);
    const info = await agent.request("initialize", { protocolVersion: 1, clientCapabilities: {} });
    expect(info).toMatchObject({ protocolVersion: 1, agentInfo: { name: "script" } });
    const { sessionId } = await agent.request("session/new", { cwd: place.work, mcpServers: [] });
    const prompt = (text: string) => agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text }] });
    expect(await prompt("write a.txt x\nsay Written")).toMatchObject({ stopReason: "end_turn" });
    expect(updates.items.map(textOf).join("")).toBe("Written");
    expect(asked).toEqual(["Write a.txt"]);
    expect((await first.end()).code).toBe(0);
    await using second = await serve(place);
    expect(second.pid).not.toBe(first.pid);
    expect(await prompt("say Still here")).toMatchObject({ stopReason: "end_turn" });
    expect(updates.items.map(textOf).join("")).toBe("WrittenStill here");
    // Whoever goes on elsewhere has it too.
    expect((await place.run(["sessions", "show", sessionId])).stdout).toContain("Still here");
    running.child.stdin.end();
    expect((await running.ended).code).toBe(0);
  });

  it("ends with its editor, also while it has no server", async () => {
    await using place = await openPlace();
    const server = await serve(place);
    const running = startBridge(place, "--agent", "script");
    const { agent } = connect(running, []);
    await agent.request("initialize", { protocolVersion: 1, clientCapabilities: {} });
    expect((await server.end()).code).toBe(0);
    running.child.stdin.end();
    // One that sees its editor leave only after it has given up the server ends with an error.
    expect(await running.ended).toMatchObject({ code: 0 });
  });

  it("reports why it cannot connect", async () => {
    await using place = await openPlace();
    const none = await place.run(["bridge"]);
    expect(none).toMatchObject({ code: 3, stdout: "" });
    expect(none.stderr).toContain("parley serve");
    await using elsewhere = await openPlace();
    await using server = await serve(elsewhere);
    const named = ["bridge", "--server", server.url];
    const refused = await place.run(named, { env: { PARLEY_TOKEN: "not-the-right-token" } });
    expect(refused).toMatchObject({ code: 4, stdout: "" });
    expect(refused.stderr).toContain("rejected the token");
  });
});
