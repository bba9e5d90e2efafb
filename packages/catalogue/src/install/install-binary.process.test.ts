import { createFakeClock, createTempFolder, type TempFolder } from "@parley/test-support";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFindAgent } from "../find/find-agent.ts";
import { hasBzip2, makeTarBz2, makeTarGz, makeZip } from "../testing/archives.ts";
import { toRegistryAgent } from "../testing/registry-entry.ts";
import { createScene, type Scene } from "../testing/scene.ts";
import { startWebServer, type Answer, type WebServer } from "../testing/web-server.ts";
import type { InstallOptions } from "./install-context.ts";
import { installAgent, type InstallResult } from "./install-agent.ts";
import type { InstallProgress } from "./install-method.ts";

let folder: TempFolder;
let scene: Scene;
let server: WebServer;

beforeEach(async () => {
  folder = await createTempFolder();
  scene = await createScene(folder.path);
  server = await startWebServer();
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const PROGRAM = "#!/bin/sh\necho goose runs with $*\n";
const archive = makeTarGz([{ name: "goose-1/goose", content: PROGRAM, mode: 0o755 }]);
const hash = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Puts the bytes there and installs what the registry would say of them. */
async function install(
  bytes: Answer,
  target: object = {},
  options: InstallOptions & { readonly entry?: object; readonly name?: string } = {},
): Promise<InstallResult> {
  const path = `/files/${options.name ?? "goose.tar.gz"}`;
  server.set(path, bytes);
  const binary = { archive: `${server.url}${path}?token=hush`, cmd: "./goose-1/goose", args: ["acp"], ...target };
  const agent = toRegistryAgent({ binary: { "linux-x86_64": binary } }, options.entry);
  return installAgent(agent, { host: scene.host, ...options });
}

const agentFolder = (): string => join(scene.host.parleyHome, "agents", "goose");
const namesThere = async (): Promise<string[]> =>
  existsSync(agentFolder()) ? (await readdir(agentFolder())).toSorted() : [];

async function runInstalled(): Promise<string> {
  const { command, args } = await createFindAgent("goose", { host: scene.host })();
  return execFileSync(command, args, { encoding: "utf8" });
}

describe("an agent that is an archive", () => {
  it("is downloaded, checked, unpacked, found and started", async () => {
    const progress: InstallProgress[] = [];
    const clock = createFakeClock();
    const onProgress = (event: InstallProgress): void => void progress.push(event);
    const result = await install(
      archive,
      { sha256: hash(archive).toUpperCase(), env: { A: "b" } },
      { onProgress, clock },
    );
    expect(result).toEqual({
      agent: {
        id: "goose",
        title: "goose",
        version: "1.40.0",
        kind: "binary",
        folder: "1.40.0",
        command: "content/goose-1/goose",
        args: ["acp"],
        env: { A: "b" },
        sha256: hash(archive),
        isVerified: true,

        source: `${server.url}/files/goose.tar.gz`,
        installedAtMs: clock.now(),
        path: join(agentFolder(), "1.40.0/content/goose-1/goose"),
      },
      previousVersion: undefined,
      notes: [],
      kept: [],
    });
    expect(await runInstalled()).toBe("goose runs with acp\n");
    expect(await namesThere()).toEqual(["1.40.0", "agent.json", "uses"]);
    expect(await readdir(join(agentFolder(), "1.40.0"))).toEqual(["content"]);
    expect(progress.at(0)).toEqual({ type: "step", text: `Downloading ${server.url}/files/goose.tar.gz` });
    expect(progress).toContainEqual({ type: "download", receivedBytes: archive.length, totalBytes: archive.length });
    expect(await readFile(join(agentFolder(), "agent.json"), "utf8")).toContain('"format": 1');
    expect(await readdir(join(agentFolder(), "..")), "the lock is gone").toEqual(["goose"]);
  });

  it("without a hash is installed, which is said, with the hash of what came", async () => {
    const result = await install(archive);
    expect(result.agent).toMatchObject({ isVerified: false, sha256: hash(archive) });
    expect(result.notes).toEqual([expect.stringContaining(hash(archive))]);
  });

  it.each<readonly [string, string, Buffer]>([
    ["a zip without permissions", "goose.zip", makeZip([{ name: "goose-1/goose", content: PROGRAM, madeBy: 0 }])],
    [
      "a zip as Windows wrote it",
      "goose.zip",
      makeZip([{ name: String.raw`goose-1\goose`, content: PROGRAM, madeBy: 0 }]),
    ],
    ["a tgz without permissions", "goose.tgz", makeTarGz([{ name: "./goose-1/goose", content: PROGRAM }])],
    ...(hasBzip2 ? [["a tbz2", "g.tbz2", makeTarBz2([{ name: "goose-1/goose", content: PROGRAM }])] as const] : []),
    ["a program", "goose-linux-1.40.0", Buffer.from(PROGRAM)],
  ])("may be %s", async (_, name, bytes) => {
    scene = await createScene(folder.path, { env: { PATH: `${scene.bin}:/usr/bin:/bin` } });
    const { agent } = await install(bytes, {}, { name });
    expect((await stat(agent.path)).mode & 0o777).toBe(0o755);
    expect(await runInstalled()).toBe("goose runs with acp\n");
  });

  it("may have a program that is a link within", async () => {
    const entries = [
      { name: "lib/goose-real", content: PROGRAM, mode: 0o755 },
      { name: "goose-1/goose", type: "2", link: "../lib/goose-real" },
    ];
    await install(makeTarGz(entries));
    expect(await runInstalled()).toBe("goose runs with acp\n");
  });

  it("is installed even if the progress listener throws", async () => {
    const onProgress = (): never => {
      throw new Error("watcher");
    };
    await install(archive, {}, { onProgress });
    expect(await runInstalled()).toBe("goose runs with acp\n");
  });
});

describe("a failed installation leaves no files, and the earlier version still works", () => {
  const hostile = makeTarGz([
    { name: "goose-1/goose", content: PROGRAM, mode: 0o755 },
    { name: "../../../../evil", content: "x" },
  ]);
  it.each<readonly [string, Answer, object, string]>([
    ["another hash", archive, { sha256: "0".repeat(64) }, "does not match the registry"],
    ["a hostile archive", hostile, {}, "leads outside the folder"],
    ["a damaged archive", archive.subarray(0, 100), {}, "the archive is damaged"],
    ["no such file", { status: 404 }, {}, "responded with status 404"],
    ["no program in it", archive, { cmd: "./other" }, 'does not contain the program "./other"'],
    ["a folder for a program", archive, { cmd: "./goose-1" }, 'does not contain the program "./goose-1"'],
  ])("%s", async (_, bytes, target, message) => {
    const old = makeTarGz([{ name: "goose-1/goose", content: "#!/bin/sh\necho old\n" }]);
    await install(old, {}, { entry: { version: "1.39.0" } });
    const before = await readFile(join(agentFolder(), "agent.json"), "utf8");
    const failed = install(bytes, target);
    await expect(failed).rejects.toMatchObject({
      code: "agent_install_failed",
      message: expect.stringContaining(message),
    });
    await expect(failed).rejects.not.toThrow("hush");
    expect(await namesThere()).toEqual(["1.39.0", "agent.json"]);
    expect(await readFile(join(agentFolder(), "agent.json"), "utf8")).toBe(before);
    expect(await runInstalled()).toBe("old\n");
    expect(existsSync(folder.file("evil"))).toBe(false);
  });

  it("more bytes than there may be", async () => {
    const options = { limits: { downloadBytesMax: 1_000 } };
    await expect(install(Buffer.alloc(5_000), {}, options)).rejects.toThrow("is larger than 1000 bytes");
    const endless: Answer = (_, response) => {
      const timer = setInterval(() => response.write(Buffer.alloc(400)), 5);
      response.on("close", () => clearInterval(timer));
    };
    await expect(install(endless, {}, options)).rejects.toThrow("is larger than 1000 bytes");
    expect(await namesThere()).toEqual([]);
  });

  it("a download that stops coming", async () => {
    const stalled: Answer = (_, response) => void response.write("some");
    await expect(install(stalled, {}, { limits: { stallMs: 200 } })).rejects.toMatchObject({
      code: "agent_install_failed",
      message: expect.stringContaining("no data for 200 ms"),
      remedy: { label: expect.stringContaining("network") },
    });
  });

  it("one that is slow, but comes, is waited for", async () => {
    const slow: Answer = (_, response) => {
      response.writeHead(200, { "content-length": String(archive.length) });
      const part = Math.ceil(archive.length / 4);
      for (let index = 0; index < 4; index += 1) {
        setTimeout(() => response.write(archive.subarray(index * part, (index + 1) * part)), 700 * (index + 1));
      }
    };
    await install(slow, {}, { limits: { stallMs: 2_500 } });
    expect(await runInstalled()).toBe("goose runs with acp\n");
  });

  it("an installation that is cancelled", async () => {
    const abort = new AbortController();
    const stalled: Answer = (_, response) => {
      response.write("some", () => abort.abort());
    };
    await expect(install(stalled, {}, { signal: abort.signal })).rejects.toMatchObject({ code: "request_cancelled" });
    await expect(install(archive, {}, { signal: abort.signal })).rejects.toMatchObject({ code: "request_cancelled" });
    expect(await namesThere()).toEqual([]);
  });

  it("a program over an open line that nothing can be compared with", async () => {
    const binary = { archive: "http://example.com/goose.tgz", cmd: "./goose" };
    const agent = toRegistryAgent({ binary: { "linux-x86_64": binary } });
    await expect(installAgent(agent, { host: scene.host })).rejects.toMatchObject({
      code: "agent_install_failed",
      message: expect.stringContaining("is not encrypted, and the registry has no SHA-256"),
    });
  });

  it("an archive of a kind that is not supported", async () => {
    await expect(install(archive, {}, { name: "goose.tar.xz" })).rejects.toThrow(".tar.xz files are not supported");
    expect(server.requests).toHaveLength(0);
  });

  it("nothing for this machine", async () => {
    const agent = toRegistryAgent({ binary: { "windows-aarch64": { archive: "https://x/a.zip", cmd: "a.exe" } } });
    await expect(installAgent(agent, { host: scene.host })).rejects.toMatchObject({
      code: "agent_install_failed",
      message: "goose could not be installed: the registry has no distribution for linux on x64",
    });
  });

  it("a home that cannot be written", async () => {
    const host = scene.with({ parleyHome: folder.file("file") });
    await writeFile(folder.file("file"), "");
    await expect(install(archive, {}, { host })).rejects.toMatchObject({ code: "agent_install_failed" });
  });
});
