import { RpcError } from "@parley/rpc";
import type { ClientCapabilities, ClientHandlers } from "@parley/acp";
import { createFacts } from "@parley/machine";
import type { PathFacts } from "@parley/policy";
import { createTempFolder, type TempFolder } from "@parley/test-support";
import { chmod, mkdir, readFile, rename, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createSessionFiles } from "./create-session-files.ts";
import { processLocks } from "./file-locks.ts";
import type { SessionFiles } from "./session-files.ts";
import { createNotedLog, FILES, linkClient, type ClientLink, type NotedLog } from "./testing/client-link.ts";

interface Scene extends AsyncDisposable {
  readonly folder: TempFolder;
  readonly work: string;
  readonly link: ClientLink;
  readonly files: SessionFiles;
  readonly log: NotedLog;
  facts(path: string): Promise<PathFacts>;
}

async function open(
  capabilities: ClientCapabilities = {},
  handlers: ClientHandlers = {},
  root = "work",
): Promise<Scene> {
  const folder = await createTempFolder();
  await mkdir(folder.file("work"));
  if (root !== "work") await symlink(folder.file("work"), folder.file(root));
  const link = await linkClient(capabilities, handlers);
  const log = createNotedLog();
  const roots = [folder.file(root)];
  const facts = await createFacts({ workspace: folder.file(root), roots });
  return {
    folder,
    work: folder.file("work"),
    link,
    log,
    files: createSessionFiles({ client: link.client, sessionId: "session-1", roots, log }),
    facts: (path) => facts.pathFacts(path, { means: "target" }),
    async [Symbol.asyncDispose]() {
      await link.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

function failing(code: number, message: string, data?: unknown): ClientHandlers {
  return {
    "fs/read_text_file": () => {
      throw new RpcError(code, message, data);
    },
  };
}

describe("without a client that serves files", () => {
  it("reads and writes the disk", async () => {
    await using scene = await open();
    const facts = await scene.facts("deep/a.txt");
    expect(await scene.files.readIfThere(facts)).toBeUndefined();
    await expect(scene.files.readText(facts)).rejects.toMatchObject({ code: "file_not_found" });
    await scene.files.writeText(facts, "one\ntwo\nthree\n");
    expect(await scene.files.readText(facts)).toBe("one\ntwo\nthree\n");
    expect(await scene.files.readText(facts, { line: 2, limit: 1 })).toBe("two\n");
    expect(scene.link.methods).toEqual([]);
  });

  it("keeps line ends and mode", async () => {
    await using scene = await open();
    const path = join(scene.work, "a.sh");
    await writeFile(path, "a\r\nb\r\n");
    await chmod(path, 0o751);
    await scene.files.writeText(await scene.facts("a.sh"), "x\ny\n");
    expect(await readFile(path, "utf8")).toBe("x\r\ny\r\n");
    expect((await stat(path)).mode & 0o777).toBe(0o751);
  });

  it("tells an empty file from none", async () => {
    await using scene = await open();
    await writeFile(join(scene.work, "empty"), "");
    expect(await scene.files.readIfThere(await scene.facts("empty"))).toBe("");
    expect(await scene.files.readIfThere(await scene.facts("none"))).toBeUndefined();
  });

  it("gives bytes, up to a limit, of the very file that was decided on", async () => {
    await using scene = await open();
    await writeFile(join(scene.work, "a.bin"), Buffer.from([0, 1, 2, 255]));
    const facts = await scene.facts("a.bin");
    expect([...(await scene.files.readBytes(facts, 4))]).toEqual([0, 1, 2, 255]);
    await expect(scene.files.readBytes(facts, 3)).rejects.toMatchObject({ code: "file_too_large" });
    await expect(scene.files.readBytes(await scene.facts("none"), 3)).rejects.toMatchObject({ code: "file_not_found" });
    await expect(scene.files.readBytes(await scene.facts("."), 3)).rejects.toMatchObject({ code: "file_is_directory" });
    await expect(scene.files.readBytes(await scene.facts("/etc/hostname"), 99)).rejects.toMatchObject({
      code: "file_outside",
    });
    const secret = scene.folder.file("secret");
    await writeFile(secret, "s");
    await rename(join(scene.work, "a.bin"), join(scene.work, "b.bin"));
    await symlink(secret, join(scene.work, "a.bin"));
    await expect(scene.files.readBytes(facts, 9)).rejects.toMatchObject({ code: "file_denied" });
  });

  it("does not read bytes through a folder that became a link", async () => {
    await using scene = await open();
    await mkdir(join(scene.work, "folder"));
    await writeFile(join(scene.work, "folder/a.bin"), "x");
    const facts = await scene.facts("folder/a.bin");
    await mkdir(scene.folder.file("outside"));
    await writeFile(scene.folder.file("outside/a.bin"), "secret");
    await rename(join(scene.work, "folder"), join(scene.work, "moved"));
    await symlink(scene.folder.file("outside"), join(scene.work, "folder"));
    await expect(scene.files.readBytes(facts, 9)).rejects.toMatchObject({ code: "file_denied" });
    await expect(scene.files.readText(facts)).rejects.toMatchObject({
      code: expect.stringMatching(/^file_(denied|outside)$/),
    });
    await expect(scene.files.writeText(facts, "x")).rejects.toMatchObject({
      code: expect.stringMatching(/^file_(denied|outside)$/),
    });
  });
});

describe("through the client", () => {
  it("reads and writes what the editor has, under the name that the editor gave the folder", async () => {
    await using scene = await open(FILES, {}, "linked");
    const facts = await scene.facts("a.txt");
    const named = scene.folder.file("linked", "a.txt");
    scene.link.fake.files.set(named, "unsaved");
    expect(facts.real).toBe(join(scene.work, "a.txt"));
    expect(await scene.files.readText(facts)).toBe("unsaved");
    await scene.files.writeText(facts, "changed");
    expect(scene.link.fake.files.get(named)).toBe("changed");
    expect(scene.link.fake.calls.items).toMatchObject([
      { method: "fs/read_text_file", params: { sessionId: "session-1", path: named } },
      { method: "fs/write_text_file", params: { sessionId: "session-1", path: named, content: "changed" } },
    ]);
  });

  it.each([
    [-32002, "Resource not found", undefined],
    [-32002, "whatever", undefined],
    [-32603, "Internal error", { details: "ENOENT: no such file or directory, open '/x'" }],
    [-32603, "File not found: /x", undefined],
    [-32000, "The file does not exist", undefined],
    [-32602, "cannot find /x", undefined],
    [1, "No such file or directory (os error 2)", undefined],
    [-32603, "Internal error", "FileNotFound"],
  ])("takes %s %j %j for a file that is not there", async (code, message, data) => {
    await using scene = await open(FILES, failing(code, message, data));
    const facts = await scene.facts("new.txt");
    expect(await scene.files.readIfThere(facts)).toBeUndefined();
    await expect(scene.files.readText(facts)).rejects.toMatchObject({ code: "file_not_found" });
  });

  it("treats an empty answer as a missing file if the file is not on disk", async () => {
    await using scene = await open(FILES, { "fs/read_text_file": () => ({ content: "" }) });
    await writeFile(join(scene.work, "empty"), "");
    expect(await scene.files.readIfThere(await scene.facts("new.txt"))).toBeUndefined();
    expect(await scene.files.readIfThere(await scene.facts("empty"))).toBe("");
  });

  it.each([
    [-32603, "Internal error"],
    [-32002, "Resource not found"],
    [-32601, "Method not found: fs/read_text_file"],
    [-32002, "Session not found: session-1"],
  ])("reads the disk instead after %s %s, and says so in the log", async (code, message) => {
    await using scene = await open(FILES, failing(code, message));
    await writeFile(join(scene.work, "a.txt"), "on disk");
    const facts = await scene.facts("a.txt");
    expect(await scene.files.readText(facts)).toBe("on disk");
    expect(scene.log.lines).toMatchObject([{ level: "info", fields: { path: facts.real } }]);
  });

  it("says what the client said where the disk has nothing either", async () => {
    await using scene = await open(FILES, failing(-32603, "Internal error", "the disk caught fire"));
    const error = { code: "file_failed", message: expect.stringContaining("the disk caught fire") };
    await expect(scene.files.readIfThere(await scene.facts("a.txt"))).rejects.toMatchObject(error);
  });

  it.each(["Permission denied: the user rejected it", "EACCES: permission denied", "Reading this is not allowed"])(
    "does not go round the client when it says: %s",
    async (message) => {
      await using scene = await open(FILES, failing(-32600, message));
      await writeFile(join(scene.work, "a.txt"), "secret");
      await expect(scene.files.readText(await scene.facts("a.txt"))).rejects.toMatchObject({ code: "file_denied" });
    },
  );

  it("takes what is binary for binary, however the client decodes it", async () => {
    await using scene = await open(FILES, { "fs/read_text_file": () => ({ content: "PK\u0003\0\uFFFD" }) });
    await expect(scene.files.readText(await scene.facts("a.zip"))).rejects.toMatchObject({ code: "file_is_binary" });
  });

  it("does not hand out for editing what the client could not decode", async () => {
    await using scene = await open(FILES, { "fs/read_text_file": () => ({ content: "caf\uFFFD" }) });
    await writeFile(join(scene.work, "a.txt"), Buffer.from("caf\xe9", "latin1"));
    await expect(scene.files.readIfThere(await scene.facts("a.txt"))).rejects.toMatchObject({ code: "file_is_binary" });
    expect(await scene.files.readText(await scene.facts("a.txt"))).toBe("caf\uFFFD");
  });

  it("does not ask the client for all of a huge file, only for lines of it", async () => {
    await using scene = await open(FILES, {
      "fs/read_text_file": ({ line, limit }) => ({ content: `${line}:${limit}` }),
    });
    await writeFile(join(scene.work, "huge"), Buffer.alloc(17 * 1024 * 1024, "x"));
    const facts = await scene.facts("huge");
    await expect(scene.files.readText(facts)).rejects.toMatchObject({ code: "file_too_large" });
    expect(scene.link.methods).toEqual([]);
    expect(await scene.files.readText(facts, { line: 3, limit: 4 })).toBe("3:4");
  });

  it.each([
    [{ fs: { readTextFile: true } }, ["fs/read_text_file"]],
    [{ fs: { writeTextFile: true } }, ["fs/write_text_file"]],
    [{ fs: { readTextFile: false, writeTextFile: false } }, []],
  ])("asks a client with %j for no more than that", async (capabilities, methods) => {
    await using scene = await open(capabilities);
    const facts = await scene.facts("a.txt");
    await writeFile(facts.real, "disk");
    scene.link.fake.files.set(facts.real, "editor");
    const text = await scene.files.readText(facts);
    await scene.files.writeText(facts, `${text}!`);
    expect(scene.link.methods).toEqual(methods);
    const written = scene.link.fake.files.get(facts.real) ?? "";
    expect([text, written, await readFile(facts.real, "utf8")]).toEqual(
      methods[0] === "fs/read_text_file"
        ? ["editor", "editor", "editor!"]
        : methods.length === 1
          ? ["disk", "disk!", "disk"]
          : ["disk", "editor", "disk!"],
    );
  });

  it("makes the folders that the client does not make", async () => {
    await using scene = await open(FILES, {
      "fs/write_text_file": async ({ path, content }) => {
        await writeFile(path, content).catch((cause: unknown) => {
          throw new RpcError(-32603, String(cause));
        });
      },
    });
    const facts = await scene.facts("new/deep/a.txt");
    await scene.files.writeText(facts, "made");
    expect(await readFile(facts.real, "utf8")).toBe("made");
    expect(scene.link.methods).toEqual(["fs/write_text_file", "fs/write_text_file"]);
  });

  it.each([
    [-32601, "Method not found: fs/write_text_file"],
    [-32603, "Internal error"],
    [-32002, "Resource not found"],
  ])("does not write elsewhere when the client answers %s", async (code, message) => {
    await using scene = await open(FILES, {
      "fs/write_text_file": () => {
        throw new RpcError(code, message);
      },
    });
    const facts = await scene.facts("a.txt");
    await expect(scene.files.writeText(facts, "x")).rejects.toThrow(/The client could not write "a.txt"/);
    await expect(readFile(facts.real)).rejects.toThrow("ENOENT");
  });

  it("stops waiting when it is cancelled", async () => {
    await using scene = await open(FILES, { "fs/read_text_file": () => new Promise(() => undefined) });
    const facts = await scene.facts("a.txt");
    const stop = new AbortController();
    const reading = scene.files.readText(facts, undefined, stop.signal);
    await scene.link.fake.calls.find("the read", ({ method }) => method === "fs/read_text_file");
    stop.abort();
    await expect(reading).rejects.toMatchObject({ code: "request_cancelled" });
    await expect(scene.files.writeText(facts, "x", stop.signal)).rejects.toMatchObject({ code: "request_cancelled" });
  });

  it("does not read the disk for a client that is gone", async () => {
    await using scene = await open(FILES);
    const facts = await scene.facts("a.txt");
    await writeFile(facts.real, "x");
    await scene.link.close();
    await expect(scene.files.readText(facts)).rejects.toMatchObject({ code: "connection_closed" });
  });

  it("does not ask the client for files outside the folders", async () => {
    await using scene = await open(FILES);
    await symlink("/etc", join(scene.work, "etc"));
    for (const path of ["/etc/hostname", "etc/hostname", "../x"]) {
      const facts = await scene.facts(path);
      await expect(scene.files.readText(facts)).rejects.toMatchObject({ code: "file_outside" });
      await expect(scene.files.writeText(facts, "x")).rejects.toMatchObject({ code: "file_outside" });
    }
    expect(scene.link.methods).toEqual([]);
  });
});

describe("alone with a file", () => {
  it("runs in the order of the calls, even if one fails", async () => {
    await using scene = await open();
    await symlink("a.txt", join(scene.work, "link"));
    const [facts, same, other] = [await scene.facts("a.txt"), await scene.facts("link"), await scene.facts("b.txt")];
    const steps: string[] = [];
    let let1: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      let1 = resolve;
    });
    const first = scene.files.alone(facts, async () => {
      steps.push("1 begins");
      await gate;
      steps.push("1 ends");
      throw new Error("first");
    });
    const second = scene.files.alone(same, async () => {
      steps.push("2");
      return "second";
    });
    await scene.files.alone(other, async () => void steps.push("other"));
    let1();
    await expect(first).rejects.toThrow("first");
    expect(await second).toBe("second");
    expect(steps).toEqual(["1 begins", "other", "1 ends", "2"]);
    expect(processLocks.size).toBe(0);
  });
});
