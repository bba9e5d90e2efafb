import { createTempFolder, type TempFolder } from "@parley/test-support";
import { existsSync } from "node:fs";
import { chmod, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFindAgent } from "./find-agent.ts";
import { writeManifest, type Manifest } from "../install/installed-agent.ts";
import type { LookupOptions } from "./lookup.ts";
import { createScene, writeProgram, type Scene } from "../testing/scene.ts";

let folder: TempFolder;
let scene: Scene;

beforeEach(async () => {
  folder = await createTempFolder();
  scene = await createScene(folder.path);
});
afterEach(() => folder[Symbol.asyncDispose]());

function find(name: string, options: LookupOptions = {}): ReturnType<ReturnType<typeof createFindAgent>> {
  return createFindAgent(name, { host: scene.host, ...options })();
}

const manifest: Manifest = {
  id: "goose",
  title: "goose",
  version: "1.40.0",
  kind: "binary",
  folder: "1.40.0",
  command: "content/goose",
  args: ["acp"],
  env: { A: "b" },
  source: "https://example.com/goose.tgz",
  isVerified: true,
  installedAtMs: 1,
};

async function installByHand(changes: Partial<Manifest> = {}): Promise<string> {
  const installed = { ...manifest, ...changes };
  const { parleyHome } = scene.host;
  await writeManifest(installed, scene.host);
  return writeProgram(join(parleyHome, "agents", installed.id, installed.folder, installed.command), "exit 7");
}

describe("an agent that we installed", () => {
  it("needs no question for its version, and is found by its id", async () => {
    await installByHand({ id: "kimi", title: "Kimi", version: "1.9", folder: "1.9", args: ["acp"] });
    expect(await find("kimi")).toMatchObject({ name: "kimi", title: "Kimi", version: "1.9", args: ["acp"] });
  });

  it("is noted as in use", async () => {
    await installByHand();
    await find("goose");
    const uses = join(scene.host.parleyHome, "agents", "goose", "uses");
    expect(existsSync(join(uses, `1.40.0@${process.pid}`))).toBe(true);
  });

  it("can be too old, with the command that updates it", async () => {
    await installByHand({ version: "1.2.0" });
    await expect(find("goose")).rejects.toMatchObject({
      code: "agent_version",
      remedy: { command: "parley agents update goose" },
    });
  });

  it.each([
    ["whose program is gone", async (path: string) => rm(path)],
    ["whose program may not be executed", async (path: string) => chmod(path, 0o600)],
  ])("%s is broken, with the command that mends it", async (_, harm) => {
    await harm(await installByHand());
    await expect(find("goose")).rejects.toMatchObject({
      code: "agent_spawn_failed",
      remedy: { command: "parley agents install goose" },
    });
  });

  it.each([
    ["{ half", "cannot be read"],
    ['{"format":99}', "format 99"],
    [JSON.stringify({ format: 1, ...manifest, command: "../../../bin/sh" }), "is outside the folder"],
    [JSON.stringify({ format: 1, ...manifest, folder: "../x" }), "folder is invalid"],
    [JSON.stringify({ format: 1, ...manifest, id: "other" }), "expected the id"],
    [JSON.stringify({ format: 1, ...manifest, args: [7] }), "args is invalid"],
  ])("with the manifest %s is broken", async (text, message) => {
    await installByHand();
    await writeFile(join(scene.host.parleyHome, "agents", "goose", "agent.json"), text);
    await expect(find("goose")).rejects.toMatchObject({
      code: "agent_spawn_failed",
      message: expect.stringContaining(message),
    });
  });

  it("for Windows is given to Node", async () => {
    await installByHand({ kind: "npx", runner: "node", command: "node_modules/goose/cli.js" });
    const host = scene.with({ platform: "win32", env: {} });
    const path = join(scene.host.parleyHome, "agents/goose/1.40.0/node_modules/goose/cli.js");
    await chmod(path, 0o600);
    // The ending of the script is not one that Windows executes, and yet it is the program.
    expect(await find("goose", { host })).toMatchObject({ command: "node", args: [path, "acp"] });
  });
});
