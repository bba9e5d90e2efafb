// A client that reads the log and has documents open: agents get them, also after a restart of the server.
import { RpcError } from "@parley/rpc";
import { createTempFolder } from "@parley/test-support";
import { openTestServer, type TestServer } from "@parley/test-support/server";
import { writeFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { connectServer } from "./connect-server.ts";
import { reached } from "./testing/states.ts";

it(
  "answers for its documents, and reports them again to a server that was restarted",
  { timeout: 90_000 },
  async () => {
    await using folder = await createTempFolder();
    const start = (): Promise<TestServer> =>
      openTestServer({
        storePath: folder.file("parley.db"),
        parleyHome: folder.file("home"),
        cwd: folder.path,
        hub: { level: "bypass" },
      });
    let server: TestServer | undefined = await start();
    const asked: string[] = [];
    await using remote = connectServer(
      { locate: () => (server === undefined ? Promise.reject(new Error("None")) : Promise.resolve({ ...server })) },
      {
        files: {
          read: async ({ path }) => {
            asked.push(`read ${path}`);
            return "in memory\n";
          },
          write: async ({ path, content }) => {
            asked.push(`write ${path}`);
            if (path === folder.file("other.txt")) throw new RpcError(-32002, "Not mine");
            await writeFile(path, content);
          },
        },
      },
    );
    remote.reportDocuments({ documents: [{ path: folder.file("a.txt"), isDirty: true }] });
    const { id } = await server.hub.sessions.create({ agent: "script", cwd: folder.path });
    const heard: unknown[] = [];
    remote.follow(id, { after: 0 }, { events: (batch) => void heard.push(...batch) });
    const play = async (words: string): Promise<void> => {
      const { turnId } = await remote.prompt(id, [{ type: "text", text: words }]);
      await remote.turnEnded(turnId);
    };
    await play("read a.txt\nread b.txt\nwrite other.txt x\nwrite mine.txt y");
    expect(JSON.stringify(heard)).toContain("in memory");
    expect(asked).toEqual([
      `read ${folder.file("a.txt")}`,
      `write ${folder.file("other.txt")}`,
      `write ${folder.file("mine.txt")}`,
    ]);

    await server[Symbol.asyncDispose]();
    server = undefined;
    await reached(remote, "server_gone");
    server = await start();
    await reached(remote, "connected");
    asked.length = 0;
    await play("read a.txt\nread b.txt");
    expect(asked).toEqual([`read ${folder.file("a.txt")}`]);
    await server[Symbol.asyncDispose]();
  },
);
