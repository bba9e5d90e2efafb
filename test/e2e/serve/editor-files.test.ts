// An editor with unsaved text in memory, as the official SDK's client: agents of the built command read and write that text.
import { client, ndJsonStream, type ClientConnection, type Stream } from "@agentclientprotocol/sdk";
import { createWebSocketStream } from "@agentclientprotocol/sdk/experimental/ws-client";
import { fullTextOf, startStubModel, stubScript } from "@parley/test-support/stub-model";
import { readFile, writeFile } from "node:fs/promises";
import { Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { openPlace, type Place } from "../run-parley.ts";
import { serve, type Served } from "./served.ts";

interface Editor {
  readonly agent: ClientConnection["agent"];
  readonly connection: ClientConnection;
  /** Documents that are not saved. */
  readonly unsaved: Map<string, string>;
  /** The requests that it got, in order. */
  readonly asked: string[];
}

/** Saves what agents write, as an editor should, unless it keeps it in memory. */
async function openEditor(stream: Stream, { saves = true } = {}): Promise<Editor> {
  const unsaved = new Map<string, string>();
  const asked: string[] = [];
  const app = client({ name: "editor" })
    .onNotification("session/update", () => undefined)
    .onRequest("session/request_permission", ({ params: { toolCall, options } }) => {
      asked.push(`allow ${toolCall.title ?? ""}`);
      const allow = options.find(({ kind }) => kind === "allow_once");
      return { outcome: { outcome: "selected", optionId: allow?.optionId ?? "" } };
    })
    .onRequest("fs/read_text_file", async ({ params: { path } }) => {
      asked.push(`read ${path}`);
      return { content: unsaved.get(path) ?? (await readFile(path, "utf8")) };
    })
    .onRequest("fs/write_text_file", async ({ params: { path, content } }) => {
      asked.push(`write ${path}`);
      if (saves) await writeFile(path, content);
      if (saves) unsaved.delete(path);
      else unsaved.set(path, content);
      return {};
    });
  const connection = app.connect(stream);
  const fs = { readTextFile: true, writeTextFile: true };
  await connection.agent.request("initialize", { protocolVersion: 1, clientCapabilities: { fs } });
  return { agent: connection.agent, connection, unsaved, asked };
}

interface Way {
  readonly stream: Stream;
  end(): Promise<unknown>;
}

function overWebSocket({ url, token }: Served): Way {
  const headers = { authorization: `Bearer ${token}` };
  const stream = createWebSocketStream(`${url.replace("http", "ws")}/acp`, { WebSocket, headers });
  return { stream, end: () => Promise.resolve() };
}

function overBridge(place: Place): Way {
  const { child, ended } = place.start(["bridge"], { keepsInputOpen: true });
  const encoder = new TextEncoder();
  // The pipe of a run is read as text.
  const output = new ReadableStream<Uint8Array>({
    start: (controller) => {
      child.stdout.on("data", (text: string) => controller.enqueue(encoder.encode(text)));
      child.stdout.on("end", () => controller.close());
    },
  });
  const stream = ndJsonStream(Writable.toWeb(child.stdin) as WritableStream<Uint8Array>, output);
  const end = (): Promise<unknown> => {
    child.stdin.end();
    return ended;
  };
  return { stream, end };
}

const ways: readonly [string, (server: Served, place: Place) => Way][] = [
  ["a WebSocket", (server) => overWebSocket(server)],
  ["parley bridge", (_, place) => overBridge(place)],
];

describe.each(["backend", "script"])("the agent %s", { timeout: 120_000 }, (agentName) => {
  it.each(ways)("reads and writes an editor's unsaved text through %s", async (_, open) => {
    await using place = await openPlace();
    await using server = await serve(place);
    const path = place.file("a.txt");
    await writeFile(path, "saved\n");
    const way = open(server, place);
    const { agent, unsaved, asked, connection } = await openEditor(way.stream);
    const named = { _meta: { parley: { agent: agentName } } };
    const { sessionId } = await agent.request("session/new", { cwd: place.work, mcpServers: [], ...named });
    const prompt = (text: string) => agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text }] });

    unsaved.set(path, "not saved yet\n");
    await prompt("read a.txt");
    const shown = await place.run(["sessions", "export", sessionId]);
    expect(shown.stdout).toContain("not saved yet");
    await prompt("edit a.txt not saved yet => by the agent");
    expect(await readFile(path, "utf8")).toBe("by the agent\n");
    // Policy decides once, whichever way the file goes.
    expect(asked.filter((request) => request.startsWith("allow"))).toHaveLength(1);
    expect(asked.at(-1)).toBe(`write ${path}`);

    const listed = JSON.parse((await place.run(["sessions", "changes", sessionId, "--json"])).stdout) as object;
    expect(JSON.stringify(listed)).toContain("a.txt");
    expect(await place.run(["sessions", "undo", sessionId])).toMatchObject({ code: 0 });
    expect(await readFile(path, "utf8")).toBe("saved\n");
    await way.end();
    connection.close();
  });
});

it(
  "an agent learns with its next prompt that the editor has not saved what it wrote",
  { timeout: 60_000 },
  async () => {
    await using place = await openPlace();
    await using model = await startStubModel();
    const env = { PARLEY_MODEL: "openai-compatible/stub-model", OPENAI_BASE_URL: model.url, OPENAI_API_KEY: "stub" };
    await using server = await serve(place, [], { env });
    const path = place.file("a.txt");
    const { agent, unsaved, connection } = await openEditor(overWebSocket(server).stream, { saves: false });
    const named = { _meta: { parley: { agent: "backend" } } };
    const { sessionId } = await agent.request("session/new", { cwd: place.work, mcpServers: [], ...named });
    const prompt = async (...lines: readonly string[]): Promise<string> => {
      await agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text: stubScript(...lines) }] });
      const last = model.requests.findLast(({ isSide }) => !isSide);
      return last?.conversation === undefined ? "" : fullTextOf(last.conversation);
    };
    const told = `The text that you wrote to ${path} was taken by`;
    expect(await prompt("write a.txt in memory", "say Done")).not.toContain(told);
    expect(unsaved.get(path)).toBe("in memory");
    expect((await prompt("say Next")).split(told)).toHaveLength(2);
    expect((await prompt("say Last")).split(told)).toHaveLength(2);
    connection.close();
  },
);

it("what an editor reports as saved is read from the disk", { timeout: 60_000 }, async () => {
  await using place = await openPlace();
  await using server = await serve(place);
  const [one, two] = [place.file("one.txt"), place.file("two.txt")];
  await Promise.all([writeFile(one, "one\n"), writeFile(two, "two\n")]);
  const { agent, unsaved, asked, connection } = await openEditor(overWebSocket(server).stream);
  const { sessionId } = await agent.request("session/new", { cwd: place.work, mcpServers: [] });
  unsaved.set(two, "changed\n");
  await agent.request("_parley/editor/documents", { documents: [{ path: one }, { path: two, isDirty: true }] });
  await agent.request("session/prompt", { sessionId, prompt: [{ type: "text", text: "read one.txt\nread two.txt" }] });
  expect(asked).toEqual([`read ${two}`]);
  connection.close();
});
