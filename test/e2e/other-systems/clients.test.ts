// Clients in the styles of other systems, against our own agent and against the server.
import { readFileSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPlace, type Place } from "../run-parley.ts";
import { serve, type Served } from "../serve/served.ts";
import { connectToOwnAgent, connectToServer, type WireClient } from "./wire-client.ts";

type Params = Readonly<Record<string, unknown>>;
type Handlers = Readonly<Record<string, (params: Params) => unknown>>;
interface Option {
  readonly optionId: string;
  readonly kind: string;
}

let place: Place;
let server: Served;

beforeAll(async () => {
  place = await openPlace();
  server = await serve(place);
}, 120_000);

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await place[Symbol.asyncDispose]();
});

const PEERS: readonly (readonly [name: string, connect: (handlers: Handlers) => WireClient | Promise<WireClient>])[] = [
  ["our own agent", (handlers) => connectToOwnAgent(place, handlers)],
  ["the server", (handlers) => connectToServer(server, handlers)],
];

const FILES: Handlers = {
  "fs/read_text_file": ({ path }) => ({ content: readFileSync(path as string, "utf8") }),
  "fs/write_text_file": ({ path, content }) => {
    writeFileSync(path as string, content as string);
    return {};
  },
};

function allowing({ options }: Params): Option {
  const option = (options as readonly Option[]).find(({ kind }) => kind === "allow_once");
  if (option === undefined) throw new Error("Nothing to allow");
  return option;
}

/** What is empty is left out; the folder of a session is only said once. */
const GGCODE: Handlers = {
  ...FILES,
  "session/request_permission": (params) => ({
    outcome: { outcome: "selected", selectedOption: { optionId: allowing(params).optionId } },
  }),
  "terminal/create": () => ({ terminalId: "term-1" }),
  "terminal/output": () => ({ output: "four\n", exitStatus: { exitCode: 4 } }),
  "terminal/wait_for_exit": () => ({ exitStatus: { exitCode: 4 } }),
  "terminal/kill": () => ({}),
  "terminal/release": () => ({}),
};
const GGCODE_INITIALIZE = {
  protocolVersion: 1,
  clientCapabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: true },
};

/** As `PermissionHandler` and `TerminalHandler` of the specification answer. */
const CLIENT_SPEC: Handlers = {
  ...FILES,
  "session/request_permission": (params) => ({ option: allowing(params) }),
  "terminal/create": () => ({ terminalId: "term-1" }),
  "terminal/output": () => ({ output: "four\n", exitCode: 4 }),
  "terminal/wait_for_exit": () => ({ exitCode: 4 }),
  "terminal/kill": () => null,
  "terminal/release": () => null,
};
const CLIENT_SPEC_INITIALIZE = {
  protocolVersion: "2025-01-21",
  capabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: true },
  clientInfo: { name: "vscode-acp-client", version: "1.0.0" },
};

describe.each(PEERS)("with %s", { timeout: 60_000 }, (name, connect) => {
  it("ggcode: new without servers, load and resume without a folder", async () => {
    const cwd = place.work;
    let sessionId: unknown;
    {
      await using client = await connect(GGCODE);
      expect(await client.ask("initialize", GGCODE_INITIALIZE)).toMatchObject({ result: { protocolVersion: 1 } });
      const made = await client.ask("session/new", { cwd });
      expect(made).toMatchObject({ result: { sessionId: expect.any(String) as string } });
      sessionId = made.result?.["sessionId"];
      const prompt = [
        { type: "text", text: `write ggcode.txt ${name}\nrun exit 4\nsay Done` },
        { type: "resource_link", uri: "file:///nowhere/a.txt" },
        { type: "image", imageUrl: "https://example.com/a.png" },
      ];
      const turn = await client.ask("session/prompt", { sessionId, prompt });
      expect(turn).toMatchObject({ result: { stopReason: "end_turn" } });
      expect(client.called).toContain("session/request_permission");
      expect(client.text).toContain("Done");
      expect(await readFile(place.file("ggcode.txt"), "utf8")).toBe(name);
    }
    await using later = await connect(GGCODE);
    await later.ask("initialize", GGCODE_INITIALIZE);
    expect(await later.ask("session/load", { sessionId })).toMatchObject({ result: expect.any(Object) as object });
    expect(later.text).toContain("Done");
    expect(await later.ask("session/resume", { sessionId })).toMatchObject({ result: expect.any(Object) as object });
    // It works in the folder that it always had.
    const prompt = [{ type: "text", text: "write ggcode.txt again" }];
    await later.ask("session/prompt", { sessionId, prompt });
    expect(await readFile(place.file("ggcode.txt"), "utf8")).toBe("again");
  });

  it("the vscode-acp client spec: answers with an option, terminals without truncated", async () => {
    await using client = await connect(CLIENT_SPEC);
    expect(await client.ask("initialize", CLIENT_SPEC_INITIALIZE)).toMatchObject({ result: { protocolVersion: 1 } });
    const { result } = await client.ask("session/new", { cwd: place.work, mcpServers: [] });
    const resource = { uri: "file:///nowhere/b.txt", mimeType: "text/plain", text: "# nothing" };
    const prompt = [
      { type: "text", text: `write spec.txt ${name}\nrun exit 4\nsay Done` },
      { type: "embedded_resource", resource },
    ];
    const turn = await client.ask("session/prompt", { sessionId: result?.["sessionId"], prompt });
    expect(turn).toMatchObject({ result: { stopReason: "end_turn" } });
    expect(client.called).toContain("session/request_permission");
    expect(client.text).toContain("Done");
    expect(await readFile(place.file("spec.txt"), "utf8")).toBe(name);
  });

  it("the vscode-acp client spec: cancelled and invalid answers allow nothing", async () => {
    const answers: unknown[] = [{ option: "cancelled" }, { option: 7 }];
    await using client = await connect({ ...FILES, "session/request_permission": () => answers.shift() });
    await client.ask("initialize", CLIENT_SPEC_INITIALIZE);
    const { result } = await client.ask("session/new", { cwd: place.work, mcpServers: [] });
    const prompt = [{ type: "text", text: "write never.txt no" }];
    const turn = await client.ask("session/prompt", { sessionId: result?.["sessionId"], prompt });
    expect(turn).toHaveProperty("result.stopReason");
    await expect(readFile(place.file("never.txt"))).rejects.toThrow("ENOENT");
  });

  it("unknown methods are refused", async () => {
    await using client = await connect({});
    await client.ask("initialize", { protocolVersion: 1 });
    const refused = (path: string): object => ({ error: { code: -32602, data: { path } } });
    expect(await client.ask("session/new", { mcpServers: [] })).toMatchObject(refused("/cwd"));
    expect(await client.ask("session/new", { cwd: place.work, mcpServers: {} })).toMatchObject(refused("/mcpServers"));
    expect(await client.ask("session/load", { cwd: place.work })).toMatchObject(refused("/sessionId"));
    expect(await client.ask("session/load", { sessionId: "x", cwd: 7 })).toMatchObject(refused("/cwd"));
    expect(await client.ask("session/load", { sessionId: "no-such" })).toMatchObject({ error: { code: -32002 } });
  });
});
