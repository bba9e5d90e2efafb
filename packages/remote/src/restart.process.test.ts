// Following and prompting across restarts of the server, and a log that is no longer what it was.
import { openSqliteStore } from "@parley/hub/sqlite";
import { createTempFolder, type TempFolder } from "@parley/test-support";
import { openTestServer, type TestServer, type TestServerOptions } from "@parley/test-support/server";
import { copyFile, rm } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connectServer, type Remote } from "./connect-server.ts";
import { between, Reader } from "./testing/reader.ts";
import { reached } from "./testing/states.ts";

const text = (value: string): { readonly type: "text"; readonly text: string }[] => [{ type: "text", text: value }];

describe("a server that is started again", () => {
  let folder: TempFolder;
  let server: TestServer | undefined;
  let remote: Remote;

  const start = async (options: TestServerOptions = {}): Promise<TestServer> => {
    const storePath = folder.file("parley.db");
    server = await openTestServer({ storePath, parleyHome: folder.file("home"), cwd: folder.path, ...options });
    return server;
  };
  const stop = async (): Promise<void> => {
    await server?.[Symbol.asyncDispose]();
    server = undefined;
  };
  const newSession = async (): Promise<string> => {
    const session = await (server ?? (await start())).hub.sessions.create({ agent: "script", cwd: folder.path });
    return session.id;
  };
  const say = async (sessionId: string, words: string): Promise<number> => {
    const { lastSeq = 0 } = await remote.turnEnded((await remote.prompt(sessionId, text(words))).turnId);
    return lastSeq;
  };
  /** When the turn is over, what belongs to it may still be recorded. */
  const lastOf = async (sessionId: string): Promise<number> =>
    (await (server ?? (await start())).hub.sessions.get(sessionId)).lastSeq;

  beforeEach(async () => {
    folder = await createTempFolder();
    remote = connectServer({
      locate: () =>
        server === undefined ? Promise.reject(new Error("No server is running")) : Promise.resolve({ ...server }),
    });
  });

  afterEach(async () => {
    await remote.close();
    await stop();
    await folder[Symbol.asyncDispose]();
  });

  it("goes on where it was, on another port, for every reader", async () => {
    await start();
    const sessionId = await newSession();
    const readers = [new Reader(), new Reader()];
    for (const reader of readers) remote.follow(sessionId, { after: 0 }, reader);
    await say(sessionId, "say one");
    await stop();
    await reached(remote, "server_gone");
    await start();
    await say(sessionId, "say two");
    const end = await lastOf(sessionId);
    for (const reader of readers) {
      await reader.until(({ last }) => last >= end);
      expect(reader.seqs).toEqual(between(1, reader.last));
      expect(reader.trims).toEqual([]);
    }
  });

  it("executes a prompt once that was sent while it was down", async () => {
    await start();
    const sessionId = await newSession();
    await say(sessionId, "say one");
    await stop();
    await reached(remote, "server_gone");
    const idempotencyKey = "the-same";
    const prompts = [1, 2].map(() => remote.prompt(sessionId, text("say once"), { idempotencyKey }));
    const { hub } = await start();
    const [first, second] = await Promise.all(prompts);
    expect(first).toEqual(second);
    await remote.turnEnded(first?.turnId ?? "");
    const events = await hub.sessions.events(sessionId, { after: 0 });
    expect(events.filter(({ event }) => event.type === "prompt")).toHaveLength(2);
  });

  it("starts over, and says so, when the log is an older copy", async () => {
    await start();
    const sessionId = await newSession();
    const reader = new Reader();
    remote.follow(sessionId, { after: 0 }, reader);
    await say(sessionId, "say one");
    await stop();
    await copyFile(folder.file("parley.db"), folder.file("copy.db"));
    await start();
    await say(sessionId, "say two\nsay three");
    await reader.until(() => reader.text.includes("three"));
    await stop();
    await Promise.all(["-wal", "-shm"].map((ending) => rm(folder.file(`parley.db${ending}`), { force: true })));
    await copyFile(folder.file("copy.db"), folder.file("parley.db"));
    await reached(remote, "server_gone");
    const { last: before } = reader;
    await start();
    await reader.until(({ trims }) => trims.length > 0);
    expect(reader.trims).toEqual([{ after: before, next: 1 }]);
    const older = await lastOf(sessionId);
    expect(older).toBeLessThan(before);
    await reader.until(({ got }) => got.length >= before + older);
    expect(reader.seqs.slice(0, before + older)).toEqual([...between(1, before), ...between(1, older)]);
  });

  it("starts over when the log was restored from a copy and is longer than before", async () => {
    await start();
    const sessionId = await newSession();
    const [reader, slower] = [new Reader(), new Reader()];
    remote.follow(sessionId, { after: 0 }, reader);
    await say(sessionId, "say one");
    await stop();
    await copyFile(folder.file("parley.db"), folder.file("copy.db"));
    await start();
    await say(sessionId, "say two");
    const before = await lastOf(sessionId);
    await reader.until(({ last }) => last >= before);
    await stop();
    await reached(remote, "server_gone");
    // It is behind the other reader, in the part that both logs have.
    remote.follow(sessionId, { after: 2 }, slower);
    await Promise.all(["-wal", "-shm"].map((ending) => rm(folder.file(`parley.db${ending}`), { force: true })));
    await copyFile(folder.file("copy.db"), folder.file("parley.db"));
    const { hub } = await start();
    const turn = await hub.turns.start({ sessionId, prompt: text("stream 40 10\nsay three") });
    await hub.turns.ended(turn.id);
    const after = await lastOf(sessionId);
    expect(after).toBeGreaterThan(before);
    await Promise.all(
      [reader, slower].map((one) => one.until(({ last, text: said }) => last >= after && said.includes("three"))),
    );
    expect(reader.trims).toEqual([{ after: before, next: 1 }]);
    expect(reader.seqs.slice(before)).toEqual(between(1, reader.last));
    expect(slower.trims).toEqual([{ after: 2, next: 1 }]);
    expect(slower.seqs).toEqual(between(1, slower.last));
  });

  it("reports events that the log no longer has, and gives the others", async () => {
    await start();
    const sessionId = await newSession();
    const reader = new Reader();
    remote.follow(sessionId, { after: 0 }, reader);
    await say(sessionId, "say one");
    await stop();
    const toLine = (seq: number): string =>
      JSON.stringify({ v: 1, seq, at: 1, sessionId, type: "note", level: "info", text: `note ${seq}` });
    let end = 0;
    {
      await using store = await openSqliteStore({ path: folder.file("parley.db") });
      end = (await store.getSession(sessionId))?.lastSeq ?? 0;
      const lines = [toLine(end + 1), "lost", "lost", toLine(end + 4)];
      const change = new Map([[sessionId, { lastSeq: end + 4 }]]);
      await store.appendEvents([{ sessionId, firstSeq: end + 1, lines }], change, { isDurable: true });
    }
    await start();
    await reader.until(({ last }) => last >= end + 4);
    expect(reader.seqs).toEqual([...between(1, end + 1), end + 4]);
    expect(reader.trims).toEqual([{ after: end + 1, next: end + 4 }]);
  });

  it("ends a session that was deleted by the retention", async () => {
    await start();
    const [sessionId, kept] = [await newSession(), await newSession()];
    const [reader, other] = [new Reader(), new Reader()];
    remote.follow(sessionId, { after: 0 }, reader);
    await say(sessionId, "say one");
    await say(kept, "say two");
    await stop();
    await start({ hub: { retention: { sessionsMax: 1 } } });
    await reader.until(({ ends }) => ends.length > 0);
    expect(["deleted", "not_found"]).toContain(reader.ends[0]?.reason);
    remote.follow(kept, { after: 0 }, other);
    await other.until(() => other.text.includes("two"));
  });
});
