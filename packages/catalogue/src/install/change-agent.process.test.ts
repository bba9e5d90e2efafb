import {
  bundleProgram,
  createTempFolder,
  startProgram,
  type ChildProgram,
  type TempFolder,
} from "@parley/test-support";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startHolder } from "../../../home/src/claims/testing/start-holder.ts";
import { claimChange } from "../claim-change.ts";
import { createFindAgent } from "../find/find-agent.ts";
import type { RegistryAgent } from "../registry/registry-agent.ts";
import { makeTarGz } from "../testing/archives.ts";
import { toRegistryAgent, toRegistryText } from "../testing/registry-entry.ts";
import { createScene, writeProgram, type Scene } from "../testing/scene.ts";
import { startWebServer, type Answer, type WebServer } from "../testing/web-server.ts";
import { installAgent, isNewerVersion, updateAgent } from "./install-agent.ts";
import { removeAgent } from "./remove-agent.ts";

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

/** What the registry says of that version, whose program says its version. */
function release(version: string, answer?: Answer): RegistryAgent {
  const content = `#!/bin/sh\necho ${version}\n`;
  server.set(`/${version}.tgz`, answer ?? makeTarGz([{ name: "goose", content, mode: 0o755 }]));
  return toRegistryAgent(distribution(version), { version });
}

function distribution(version: string): object {
  return { binary: { "linux-x86_64": { archive: `${server.url}/${version}.tgz`, cmd: "./goose" } } };
}

const options = (): { host: Scene["host"] } => ({ host: scene.host });
const agentFolder = (): string => join(scene.host.parleyHome, "agents", "goose");
const namesThere = async (): Promise<string[]> => (await readdir(agentFolder())).toSorted();

async function runInstalled(): Promise<string> {
  const { command } = await createFindAgent("goose", options())();
  return execFileSync(command, { encoding: "utf8" }).trim();
}

/** As if another process had looked for that version and started it. */
async function useElsewhere(version: string): Promise<AsyncDisposable & { readonly pid: number }> {
  const child = spawn("sleep", ["600"]);
  await mkdir(join(agentFolder(), "uses"), { recursive: true });
  await writeFile(join(agentFolder(), "uses", `${version}@${child.pid}`), "");
  const exited = once(child, "exit");
  return {
    pid: child.pid ?? 0,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

describe("an update", () => {
  it("puts the newer version in place and removes the old one", async () => {
    await installAgent(release("1.40.0"), options());
    const result = await updateAgent(release("1.41.0"), options());
    expect(result).toMatchObject({
      isChanged: true,
      previousVersion: "1.40.0",
      agent: { version: "1.41.0" },
      kept: [],
    });
    expect(await namesThere()).toEqual(["1.41.0", "agent.json"]);
    expect(await runInstalled()).toBe("1.41.0");
  });

  it("does nothing when the installed version is as new or newer", async () => {
    await installAgent(release("1.40.0"), options());
    const asked = server.requests.length;
    for (const version of ["1.40.0", "1.39.9", "1.40.0-rc.1"]) {
      expect(await updateAgent(release(version), options())).toMatchObject({
        isChanged: false,
        agent: { version: "1.40.0" },
      });
    }
    expect(server.requests).toHaveLength(asked);
  });

  it("keeps the files of a version that is running, until a later change", async () => {
    await installAgent(release("1.40.0"), options());
    {
      await using use = await useElsewhere("1.40.0");
      expect(use.pid).toBeGreaterThan(0);
      expect(await updateAgent(release("1.41.0"), options())).toMatchObject({ isChanged: true, kept: ["1.40.0"] });
      expect(await namesThere()).toEqual(["1.40.0", "1.41.0", "agent.json", "uses"]);
      expect(execFileSync(join(agentFolder(), "1.40.0/content/goose"), { encoding: "utf8" })).toBe("1.40.0\n");
    }
    expect(await updateAgent(release("1.42.0"), options())).toMatchObject({ kept: [] });
    expect(await namesThere()).toEqual(["1.42.0", "agent.json", "uses"]);
  });

  it("keeps what this very process has found, as it may be running", async () => {
    await installAgent(release("1.40.0"), options());
    await runInstalled();
    expect(await updateAgent(release("1.41.0"), options())).toMatchObject({ kept: ["1.40.0"] });
  });

  it("stays with the way that it was installed", async () => {
    const agent = (version: string): RegistryAgent =>
      toRegistryAgent({ ...distribution(version), npx: { package: "goose" } }, { version });
    release("1.40.0");
    await installAgent(agent("1.40.0"), { ...options(), kind: "binary" });
    release("1.41.0");
    await writeProgram(join(scene.bin, "npm"), "exit 1");
    expect(await updateAgent(agent("1.41.0"), options())).toMatchObject({
      agent: { kind: "binary", version: "1.41.0" },
    });
  });

  it("of one that is not ours is an error", async () => {
    await expect(updateAgent(release("1.41.0"), options())).rejects.toMatchObject({
      code: "agent_not_found",
      message: '"goose" was not installed by Parley',
    });
  });

  it("mends one whose manifest is damaged", async () => {
    await installAgent(release("1.40.0"), options());
    await writeFile(join(agentFolder(), "agent.json"), "{");
    expect(await updateAgent(release("1.40.0"), options())).toMatchObject({ isChanged: true });
    expect(await runInstalled()).toBe("1.40.0");
  });
});

it("reinstalls a version next to the existing copy, which may be running", async () => {
  await installAgent(release("1.40.0"), options());
  await using use = await useElsewhere("1.40.0");
  const { agent, kept } = await installAgent(release("1.40.0"), options());
  expect(use.pid).toBeGreaterThan(0);
  expect({ folder: agent.folder, kept }).toEqual({ folder: "1.40.0-r2", kept: ["1.40.0"] });
  expect(await runInstalled()).toBe("1.40.0");
});

describe("removing", () => {
  it("leaves nothing of it", async () => {
    await installAgent(release("1.40.0"), options());
    expect(await removeAgent("goose", options())).toEqual({ id: "goose", kept: [] });
    expect(await readdir(join(agentFolder(), ".."))).toEqual([]);
  });

  it("is by the name that people know as well", async () => {
    const agent = toRegistryAgent(distribution("1.0.0"), { version: "1.0.0", id: "claude-acp" });
    release("1.0.0");
    await installAgent(agent, options());
    expect(await removeAgent("claude", options())).toMatchObject({ id: "claude-acp" });
  });

  it("does not pull the files from under a running one, which is found no more", async () => {
    await installAgent(release("1.40.0"), options());
    await using use = await useElsewhere("1.40.0");
    expect(use.pid).toBeGreaterThan(0);
    expect(await removeAgent("goose", options())).toMatchObject({ kept: ["1.40.0"] });
    expect(existsSync(join(agentFolder(), "1.40.0/content/goose"))).toBe(true);
    const host = scene.with({ platform: "win32", env: {} });
    await expect(createFindAgent("goose", { host })()).rejects.toMatchObject({ code: "agent_not_found" });
  });

  it("is finished by a later change of any agent", async () => {
    await installAgent(release("1.40.0"), options());
    const use = await useElsewhere("1.40.0");
    await removeAgent("goose", options());
    release("2.0.0");
    const other = toRegistryAgent(distribution("2.0.0"), { id: "other", version: "2.0.0" });
    await installAgent(other, options());
    expect(existsSync(agentFolder()), "it is running").toBe(true);
    await use[Symbol.asyncDispose]();
    await removeAgent("other", options());
    expect(await readdir(join(agentFolder(), ".."))).toEqual([]);
  });

  it("fails for an agent that is not installed, and for a path", async () => {
    await expect(removeAgent("goose", options())).rejects.toMatchObject({ code: "agent_not_found" });
    await expect(removeAgent("../..", options())).rejects.toMatchObject({ code: "agent_not_found" });
  });
});

describe("two at once", () => {
  const stalled: Answer = (_, response) => void response.write("some");

  it("of one agent are not possible, of two agents they are", async () => {
    const abort = new AbortController();
    const first = installAgent(release("1.40.0", stalled), { ...options(), signal: abort.signal });
    const ended = first.catch((error: unknown) => error);
    await expect.poll(() => server.requests.length).toBe(1);
    await expect(installAgent(release("1.41.0"), options())).rejects.toMatchObject({
      code: "agent_busy",
      message: `goose is being changed by process ${process.pid}`,
    });
    release("2.0.0");
    await installAgent(toRegistryAgent(distribution("2.0.0"), { id: "other", version: "2.0.0" }), options());
    abort.abort();
    expect(await ended).toMatchObject({ code: "request_cancelled" });
    await installAgent(release("1.41.0"), options());
    await expect(removeAgent("goose", options())).resolves.toMatchObject({ id: "goose" });
  });
});

describe("a process that is killed while it installs", () => {
  async function startInstalling(version: string): Promise<ChildProgram> {
    const main = await bundleProgram(new URL("../testing/install.main.ts", import.meta.url));
    const args = [toRegistryText(distribution(version), { version }), JSON.stringify(scene.host)];
    return startProgram(main, { args });
  }

  it("keeps others out while it lives, and leaves the old version usable when it dies", async () => {
    await installAgent(release("1.40.0"), options());
    const before = await readFile(join(agentFolder(), "agent.json"), "utf8");
    release("1.41.0", (_, response) => void response.write("some"));
    await using child = await startInstalling("1.41.0");
    await once(child.stdout, "data");
    await expect.poll(() => server.requests.length).toBe(2);
    await expect(updateAgent(release("1.42.0"), options())).rejects.toMatchObject({
      code: "agent_busy",
      message: `goose is being changed by process ${child.pid}`,
    });
    process.kill(child.pid, "SIGKILL");
    await child.exited;

    expect((await namesThere()).filter((name) => name.startsWith(".draft-"))).toHaveLength(1);
    expect(await readFile(join(agentFolder(), "agent.json"), "utf8")).toBe(before);
    expect(await runInstalled()).toBe("1.40.0");
    expect(await updateAgent(release("1.42.0"), options())).toMatchObject({ isChanged: true });
    expect(await namesThere(), "what it left is gone").toEqual(["1.40.0", "1.42.0", "agent.json", "uses"]);
    expect(await runInstalled()).toBe("1.42.0");
  });
});

it("knows which version is newer", () => {
  expect(isNewerVersion("1.10.0", "1.9.0")).toBe(true);
  expect(isNewerVersion("1.9.0", "1.9.0")).toBe(false);
  expect(isNewerVersion("1.9.0-rc.1", "1.9.0")).toBe(false);
});

describe("the claim to change an agent", () => {
  it("names the process that has it, and is had once that is killed", async () => {
    const path = folder.file("goose");
    await using holder = await startHolder(path);
    await expect(claimChange(path, "goose", {})).rejects.toMatchObject({
      code: "agent_busy",
      message: `goose is being changed by process ${holder.pid}`,
    });
    process.kill(holder.pid, "SIGKILL");
    await holder.exited;
    await using claim = await claimChange(path, "goose", {});
    claim.check();
  });
});
