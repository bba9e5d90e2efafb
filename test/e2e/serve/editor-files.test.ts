// An editor with unsaved text in memory, as the official SDK's client: agents of the built command read and write that text.
import { client, ndJsonStream, type ClientConnection, type Stream } from "@agentclientprotocol/sdk";
import { createWebSocketStream } from "@agentclientprotocol/sdk/experimental/ws-client";
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

/** Saves what agents write, as an editor should. */
async function openEditor(stream: Stream): Promise<Editor> {
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
      await writeFile(path, content);
      unsaved.delete(path);
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
