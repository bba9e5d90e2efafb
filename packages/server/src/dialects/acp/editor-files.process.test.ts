// Files that an editor has open: agents read its unsaved text and write through it, and no fault of an editor loses anything.
import { isObject } from "@parley/base";
import { connectWebSocket as openSocket } from "@parley/rpc/websocket";
import { openTestServer, type TestServer } from "@parley/test-support/server";
import { createHash } from "node:crypto";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAcpDialect } from "./create-dialect.ts";
import { createAcpPeer, TRANSPORTS, type AcpPeer, type Heard } from "./testing/acp-peer.ts";
import { FILES, serveFiles, type TestEditor, type TestEditorOptions } from "./testing/test-editor.ts";

const [, [, connectWebSocket]] = TRANSPORTS as readonly [unknown, (typeof TRANSPORTS)[number]];

let server: TestServer;
let work: string;
let folders = 0;
const peers: AcpPeer[] = [];

beforeAll(async () => {
  server = await openServer(60_000);
});

/** Where an editor answers, its time does not matter. */
function openServer(editorAnswerMs: number): Promise<TestServer> {
  return openTestServer({ dialects: [createAcpDialect], hub: { level: "bypass", editorAnswerMs } });
}

beforeEach(async () => {
  folders += 1;
  work = join(server.folder, `work-${folders}`);
  await mkdir(work);
  await writeFile(file("a.txt"), "saved\n");
});

afterEach(async () => {
  await Promise.all(peers.splice(0).map(({ transport }) => transport.close()));
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

const file = (name: string): string => join(work, name);

async function openPeer(capabilities: object, connect = connectWebSocket): Promise<AcpPeer> {
  const peer = await createAcpPeer(await connect(server), { ...capabilities });
  peers.push(peer);
  return peer;
}

async function openEditor(options: TestEditorOptions = {}, connect = connectWebSocket): Promise<TestEditor> {
  return serveFiles(await openPeer(FILES, connect), options);
}

async function newSession({ peer }: Pick<TestEditor, "peer">, agent = "script", cwd = work): Promise<string> {
  const params = { cwd, mcpServers: [], _meta: { parley: { agent } } };
  return String((await peer.ask("session/new", params))["sessionId"]);
}

const load = ({ peer }: TestEditor, sessionId: string): Promise<unknown> =>
  peer.ask("session/load", { sessionId, cwd: work, mcpServers: [] });

/** Everything that is in the log after the turn. */
async function play({ peer }: Pick<TestEditor, "peer">, sessionId: string, text: string): Promise<string> {
  await peer.ask("session/prompt", { sessionId, prompt: [{ type: "text", text }] });
  const events = await server.hub.sessions.events(sessionId);
  return JSON.stringify(events.map(({ event }) => event));
}

const report = ({ peer }: TestEditor, ...documents: readonly object[]): Promise<unknown> =>
  peer.ask("_parley/editor/documents", { documents });

const onDisk = (name: string): Promise<string> => readFile(file(name), "utf8");

describe.each([
  ["an agent of others", "script"],
  ["our own agent", "backend"],
])("%s", (_, agent) => {
  it.each(TRANSPORTS)("reads unsaved text and writes through the editor, over %s", async (_way, connect) => {
    const editor = await openEditor({}, connect);
    editor.texts.set(file("a.txt"), "unsaved\n");
    const sessionId = await newSession(editor, agent);
    expect(await play(editor, sessionId, "read a.txt")).toContain("unsaved");
    await play(editor, sessionId, "edit a.txt unsaved => changed\nwrite new.txt made");
    expect(editor.texts.get(file("a.txt"))).toBe("changed\n");
    expect(await onDisk("a.txt")).toBe("changed\n");
    expect(editor.asked).toContain(`write ${file("new.txt")}`);
    const { files } = await server.hub.fileChanges.list(sessionId);
    expect(files.map(({ path }) => path).toSorted()).toEqual(["a.txt", "new.txt"]);
  });
});

describe("an editor that reports its documents", () => {
  it("is asked for what is not saved, and for every write", async () => {
    const editor = await openEditor();
    const sessionId = await newSession(editor);
    await report(editor, { path: file("a.txt") }, { path: file("b.txt"), isDirty: true });
    editor.texts.set(file("b.txt"), "only in memory\n");
    const log = await play(editor, sessionId, "read a.txt\nread b.txt\nwrite c.txt three");
    expect(log).toContain("only in memory");
    expect(editor.asked).toEqual([`read ${file("b.txt")}`, `write ${file("c.txt")}`]);
    await report(editor, { path: file("b.txt"), isDirty: false });
    await play(editor, sessionId, "read a.txt");
    expect(editor.asked).toHaveLength(2);
  });

  it("is asked for a document by its own name for it, despite links", async () => {
    await symlink(work, `${work}-link`);
    const editor = await openEditor();
    const sessionId = await newSession(editor);
    const named = join(`${work}-link`, "a.txt");
    editor.texts.set(named, "through a link\n");
    await report(editor, { path: named, isDirty: true });
    expect(await play(editor, sessionId, "read a.txt")).toContain("through a link");
    expect(editor.asked).toEqual([`read ${named}`]);
  });

  it("is not asked for a file outside of its own folders, or of a session that it does not follow", async () => {
    const [editor, other] = [await openEditor(), await openEditor()];
    const folder = join(work, "elsewhere");
    await editor.peer.ask("_parley/editor/documents", { documents: [], folders: [folder] });
    const sessionId = await newSession(editor);
    await newSession(other, "script", server.folder);
    await report(other, { path: file("a.txt"), isDirty: true });
    other.texts.set(file("a.txt"), "not its own\n");
    const log = await play(editor, sessionId, "read a.txt\nwrite a.txt x\nwrite elsewhere/b.txt y");
    expect(log).not.toContain("not its own");
    expect(editor.asked).toEqual([`write ${join(folder, "b.txt")}`]);
    expect(other.asked).toEqual([]);
    expect(await onDisk("a.txt")).toBe("x");
  });

  it("is on another machine: it is asked only for documents that it has open", async () => {
    const transport = await openSocket(`${server.url.replace("http", "ws")}/acp`, {
      headers: { authorization: `Bearer ${server.token}`, "x-forwarded-for": "192.0.2.7" },
    });
    const peer = await createAcpPeer(transport, FILES);
    peers.push(peer);
    const editor = serveFiles(peer);
    const sessionId = await newSession(editor);
    await play(editor, sessionId, "read a.txt\nwrite a.txt x");
    expect(editor.asked).toEqual([]);
    await report(editor, { path: file("a.txt"), isDirty: true });
    await play(editor, sessionId, "read a.txt\nwrite b.txt y");
    expect(editor.asked).toEqual([`read ${file("a.txt")}`]);
  });

  it.each([
    [{}, "documents: must be a list"],
    [{ documents: [{ path: "a.txt" }] }, "documents.0.path: must be an absolute path"],
    [{ documents: [{ path: "/a", isDirty: 1 }] }, "documents.0.isDirty: must be true or false"],
    [{ documents: [], folders: ["/a", 3] }, "folders.1: must be an absolute path"],
    [{ documents: Array.from({ length: 2_001 }, () => ({ path: "/a" })) }, "documents: must be a list of at most 2000"],
  ])("has to say it properly: %#", async (params, message) => {
    const { peer } = await openEditor();
    await expect(peer.ask("_parley/editor/documents", params)).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining(message) as string,
    });
  });

  it("has to have announced files", async () => {
    const peer = await openPeer({});
    await expect(peer.ask("_parley/editor/documents", { documents: [] })).rejects.toMatchObject({
      message: expect.stringContaining("clientCapabilities.fs") as string,
    });
  });
});

describe("two editors", () => {
  it("with the same file: the one with unsaved changes counts, then the one that was used last", async () => {
    const [first, second] = [await openEditor(), await openEditor()];
    const sessionId = await newSession(first);
    await load(second, sessionId);
    first.texts.set(file("a.txt"), "of the first\n");
    second.texts.set(file("a.txt"), "of the second\n");
    await report(first, { path: file("a.txt"), isDirty: true });
    await report(second, { path: file("a.txt"), isDirty: false });
    expect(await play(second, sessionId, "read a.txt")).toContain("of the first");
    expect(second.asked).toEqual([]);
    await report(second, { path: file("a.txt"), isDirty: true });
    const log = await play(second, sessionId, "read a.txt");
    expect(log).toContain("of the second");
    expect(log).toContain("has unsaved changes in tests and tests. The one that was used last counts");
  });

  it("that both have unsaved changes: one of them is written to, and the text of the other stays as it is", async () => {
    const [first, second] = [await openEditor(), await openEditor()];
    const sessionId = await newSession(first);
    await load(second, sessionId);
    for (const editor of [first, second]) {
      editor.texts.set(file("a.txt"), "unsaved\n");
      await report(editor, { path: file("a.txt"), isDirty: true });
    }
    const log = await play(second, sessionId, "write a.txt of the agent");
    expect(log).toContain("The one that was used last counts");
    expect(second.texts.get(file("a.txt"))).toBe("of the agent");
    expect([first.texts.get(file("a.txt")), first.asked]).toEqual(["unsaved\n", []]);
  });

  it("of which one claims a file and never saves it: the other is asked once the first disconnects", async () => {
    const [greedy, honest] = [await openEditor(), await openEditor()];
    const sessionId = await newSession(honest);
    await load(greedy, sessionId);
    honest.texts.set(file("a.txt"), "honest\n");
    greedy.texts.set(file("a.txt"), "greedy\n");
    await report(honest, { path: file("a.txt"), isDirty: true });
    // The same claim over and over counts once.
    const claims = Array.from({ length: 1_000 }, () => ({ path: file("a.txt"), isDirty: true }));
    await report(greedy, ...claims);
    expect(await play(greedy, sessionId, "read a.txt")).toContain("greedy");
    await greedy.peer.transport.close();
    await greedy.peer.isClosed;
    expect(await play(honest, sessionId, "read a.txt")).toContain("honest");
  });
});

const cancellationOf = ({ peer }: TestEditor, { id }: Heard): Promise<Heard> =>
  peer.find(({ method, params }) => method === "$/cancel_request" && isObject(params) && params["requestId"] === id);

describe("an editor that takes too long", () => {
  const ANSWER_MS = 1_500;
  let patient: TestServer;

  beforeAll(async () => {
    patient = server;
    server = await openServer(ANSWER_MS);
  });

  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    server = patient;
  });

  it("never answers: it costs a note, and its connection", async () => {
    const editor = await openEditor({ answer: () => undefined });
    const watcher = await openPeer({});
    const sessionId = await newSession(editor);
    await watcher.ask("session/load", { sessionId, cwd: work, mcpServers: [] });
    const log = await play({ peer: watcher }, sessionId, "read a.txt");
    expect(log).toContain("saved\\n");
    expect(log).toContain(`tests did not answer within ${ANSWER_MS} ms: ${file("a.txt")} on the disk was used`);
    await editor.peer.isClosed;
    await play({ peer: watcher }, sessionId, "write a.txt after");
    expect(await onDisk("a.txt")).toBe("after");
  });

  it("and confirms the cancellation stays connected", async () => {
    const editor: TestEditor = await openEditor({
      answer: async (request) => {
        await cancellationOf(editor, request);
        return { error: { code: -32800, message: "Request cancelled" } };
      },
    });
    const sessionId = await newSession(editor);
    await play(editor, sessionId, "write a.txt by the disk");
    expect(await onDisk("a.txt")).toBe("by the disk");
    expect(await editor.peer.ask("_parley/ping")).toEqual({});
  });

  it("and writes late has written", async () => {
    const editor: TestEditor = await openEditor({
      answer: async (request) => {
        await cancellationOf(editor, request);
        await writeFile(file("a.txt"), `${String(request.params["content"])} by the editor`);
        return { result: {} };
      },
    });
    const sessionId = await newSession(editor);
    await report(editor);
    await play(editor, sessionId, "write a.txt late");
    expect(await onDisk("a.txt")).toBe("late by the editor");
  });
});

describe("an editor at fault", () => {
  it.each([
    ["a number", { result: { content: 7 } }, "gave an invalid answer"],
    ["nothing", { result: null }, "gave an invalid answer"],
    ["too much", { result: { content: "x".repeat(4 * 2 ** 20 + 1) } }, "gave more than 4194304 characters"],
    ["an error", { error: { code: -32603, message: "Boom" } }, "reported an error: Boom"],
  ])("that answers a read with %s costs a note", async (_what, reply, why) => {
    const editor = await openEditor({ answer: () => reply });
    const sessionId = await newSession(editor);
    const log = await play(editor, sessionId, "read a.txt");
    expect(log).toContain("saved\\n");
    expect(log).toContain(`tests ${why}: ${file("a.txt")} on the disk was used`);
  });

  it("that gives more lines than were asked for costs a note", async () => {
    const editor = await openEditor({ answer: () => ({ result: { content: "1\n2\n3\n" } }) });
    const sessionId = await newSession(editor);
    const log = await play(editor, sessionId, "read a.txt 1 1");
    expect(log).toContain("tests gave more lines than it was asked for");
  });

  it("that does not know a file leaves it to the disk, without a word", async () => {
    const editor = await openEditor({ answer: () => ({ error: { code: -32002, message: "Not mine" } }) });
    const sessionId = await newSession(editor);
    const log = await play(editor, sessionId, "read a.txt\nwrite b.txt x");
    expect(log).toContain("saved\\n");
    expect(log).not.toContain("on the disk was used");
    expect(await onDisk("b.txt")).toBe("x");
  });

  it("that refuses a write is not passed by", async () => {
    const editor = await openEditor({
      answer: () => ({ error: { code: -32603, message: "The file is locked here" } }),
    });
    const sessionId = await newSession(editor);
    await report(editor);
    const log = await play(editor, sessionId, "write a.txt x");
    expect(log).toContain("tests did not write");
    expect(log).toContain("The file is locked here");
    expect(await onDisk("a.txt")).toBe("saved\n");
  });

  it("that does not save is noted", async () => {
    const editor = await openEditor({ saves: false });
    const sessionId = await newSession(editor);
    const log = await play(editor, sessionId, "write a.txt only in memory");
    expect(editor.texts.get(file("a.txt"))).toBe("only in memory");
    expect(await onDisk("a.txt")).toBe("saved\n");
    expect(log).toContain(
      `${file("a.txt")} was changed in tests, which has not saved it: commands and the list of changes see the earlier text`,
    );
  });

  it("may only look: it is not asked", async () => {
    const key = "key-of-a-looker-0123456789";
    const hash = createHash("sha256").update(key).digest("hex");
    const keys = [{ name: "looker", hash, scopes: ["read"] as const }];
    await using guarded = await openTestServer({ dialects: [createAcpDialect], hub: { level: "bypass" }, keys });
    const owner = await createAcpPeer(await connectWebSocket(guarded));
    const looker = serveFiles(await createAcpPeer(await connectWebSocket({ ...guarded, token: key }), FILES));
    const { sessionId } = await owner.ask("session/new", {
      cwd: guarded.folder,
      mcpServers: [],
      _meta: { parley: { agent: "script" } },
    });
    await looker.peer.ask("_parley/session/follow", { sessionId });
    await owner.ask("session/prompt", { sessionId, prompt: [{ type: "text", text: "write a.txt x\nread a.txt" }] });
    expect(looker.asked).toEqual([]);
    await expect(looker.peer.ask("_parley/editor/documents", { documents: [] })).rejects.toMatchObject({
      message: expect.stringContaining("drive") as string,
    });
    await Promise.all([owner, looker.peer].map(({ transport }) => transport.close()));
  });
});

it("a file that is too large for a connection is read from the disk, and written there", async () => {
  const editor = await openEditor();
  const sessionId = await newSession(editor);
  await writeFile(file("large.txt"), `${"large ".repeat(1_000)}\n`.repeat(800));
  const log = await play(editor, sessionId, "read large.txt\nread large.txt 2 1");
  expect(editor.asked).toEqual([`read ${file("large.txt")}`]);
  expect(log).not.toContain("on the disk was used");
});

describe("an editor that disappears while it writes", () => {
  /** What it does with the file before its connection ends. */
  async function leaveDuring(before: (content: string) => Promise<void>): Promise<string> {
    const editor: TestEditor = await openEditor({
      answer: async ({ method, params }) => {
        if (method === "fs/read_text_file") return { result: { content: "saved\n" } };
        await before(String(params["content"]));
        await editor.peer.transport.close();
        return undefined;
      },
    });
    const watcher = await openPeer({});
    const sessionId = await newSession(editor);
    await watcher.ask("session/load", { sessionId, cwd: work, mcpServers: [] });
    return play({ peer: watcher }, sessionId, "write a.txt new");
  }

  it("before it has written: the disk is written", async () => {
    const log = await leaveDuring(async () => undefined);
    expect(log).toContain("tests disconnected before it had answered");
    expect(await onDisk("a.txt")).toBe("new");
  });

  it("after it has written: nothing is written again", async () => {
    const log = await leaveDuring((content) => writeFile(file("a.txt"), content));
    expect(log).toContain(`tests disconnected before it had answered, but has saved ${file("a.txt")}`);
    expect(await onDisk("a.txt")).toBe("new");
  });

  it("with something else on the disk: the agent gets an error, and the file stays", async () => {
    const log = await leaveDuring(() => writeFile(file("a.txt"), "ne"));
    expect(log).toContain("has changed since. Nothing more was written");
    expect(await onDisk("a.txt")).toBe("ne");
  });
});
