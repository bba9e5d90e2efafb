import { createTempFolder, type TempFolder } from "@parley/test-support";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFindAgent } from "./find-agent.ts";
import { writeManifest, type Manifest } from "../install/installed-agent.ts";
import type { LookupOptions } from "./lookup.ts";
import { createScene, writePackage, writeProgram, type Scene } from "../testing/scene.ts";

let folder: TempFolder;
let scene: Scene;
let warnings: string[];

beforeEach(async () => {
  folder = await createTempFolder();
  scene = await createScene(folder.path);
  warnings = [];
});
afterEach(() => folder[Symbol.asyncDispose]());

const log: LookupOptions["log"] = { write: (level, message) => void (level === "warn" && warnings.push(message)) };

function find(name: string, options: LookupOptions = {}): ReturnType<ReturnType<typeof createFindAgent>> {
  return createFindAgent(name, { host: scene.host, log, ...options })();
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

describe("a known agent", () => {
  it("is found in PATH, with how to start it, its version and how to sign in", async () => {
    const path = await writeProgram(join(scene.bin, "goose"), "echo ' goose 1.34.0'");
    expect(await find("goose")).toEqual({
      quirks: [],
      sandboxNeeds: {
        folders: expect.arrayContaining([".config/goose"]),
        hosts: expect.arrayContaining(["openrouter.ai"]),
      },
      name: "goose",
      title: "goose",
      command: path,
      args: ["acp"],
      env: {},
      version: "1.34.0",
      authHint: expect.stringContaining("goose configure"),
    });
  });

  it.each([
    ["darwin", "/Applications/Goose.app/…", ".local/bin/goose", {}],
    ["linux", "", ".npm-global/bin/goose", {}],
    ["linux", "", ".bun/bin/goose", {}],
    ["win32", "", "local/Goose/goose.exe", { LOCALAPPDATA: "local" }],
    ["win32", "", "roaming/npm/goose.cmd", { APPDATA: "roaming" }],
  ] as const)("is found in a known place on %s %s", async (platform, _, place, variables) => {
    const { homeFolder } = scene.host;
    const env: Record<string, string> = { PATH: scene.bin };
    for (const [name, value] of Object.entries(variables)) env[name] = join(homeFolder, value);
    // What runs a batch file on Windows; here it is a shell that is told to run it.
    const shell = await writeProgram(folder.file("cmd.exe"), 'shift; shift; exec "$@"');
    env["ComSpec"] = shell;
    const path = await writeProgram(join(homeFolder, place));
    const launch = await find("goose", { host: scene.with({ platform, env }) });
    expect(launch.version).toBe("1.34.0");
    const viaShell = { command: shell, args: ["/d", "/c", path, "acp"] };
    expect(launch).toMatchObject(place.endsWith(".cmd") ? viaShell : { command: path, args: ["acp"] });
    expect(launch.env["PATH"]?.startsWith(scene.bin), "what runs it may be beside it").toBe(true);
  });

  it("is taken from the setting before what we installed, before PATH, before known places", async () => {
    const known = await writeProgram(join(scene.host.homeFolder, ".local/bin/goose"));
    expect((await find("goose")).command).toBe(known);
    const inPath = await writeProgram(join(scene.bin, "goose"));
    expect((await find("goose")).command).toBe(inPath);
    const installed = await installByHand();
    expect(await find("goose")).toMatchObject({ command: installed, version: "1.40.0", env: { A: "b" } });
    const set = await writeProgram(folder.file("mine", "goose"), "echo 1.50.0");
    const custom = new Map([["goose", { command: set }]]);
    expect(await find("goose", { custom })).toMatchObject({ command: set, args: ["acp"], version: "1.50.0" });
  });

  it("that is missing says how to get it", async () => {
    const host = scene.with({ platform: "win32", env: {} });
    await expect(find("goose", { host })).rejects.toMatchObject({
      code: "agent_not_found",
      message: expect.stringContaining("goose not found"),
      remedy: { label: "Install goose", url: expect.stringMatching(/^https:/) },
    });
  });

  it("is not looked for in the folder that happens to be open", async () => {
    await writeProgram(folder.file("work", "goose"));
    const here = process.cwd();
    process.chdir(folder.file("work"));
    try {
      const host = scene.with({ platform: "win32", env: { PATH: ";.;bin;" } });
      await writeProgram(folder.file("work", "goose.exe"));
      await expect(find("goose", { host })).rejects.toMatchObject({ code: "agent_not_found" });
    } finally {
      process.chdir(here);
    }
  });

  it("that may not be executed is distinguished from a missing one", async () => {
    const path = await writeProgram(join(scene.bin, "goose"), "echo 1.34.0", 0o644);
    await expect(find("goose")).rejects.toMatchObject({
      code: "agent_spawn_failed",
      message: expect.stringContaining("not executable"),
      remedy: { command: `chmod +x ${JSON.stringify(path)}` },
    });
    const other = await writeProgram(join(scene.host.homeFolder, ".local/bin/goose"));
    expect((await find("goose")).command, "one that can be executed is better").toBe(other);
  });

  it("passes over a folder of its name", async () => {
    await mkdir(join(scene.bin, "goose"));
    const path = await writeProgram(join(scene.host.homeFolder, ".local/bin/goose"));
    expect((await find("goose")).command).toBe(path);
  });

  it.each(["1.15.9", "1.15.9-beta", "0.99.0"])("that is too old (%s) says how to update it", async (version) => {
    const path = await writeProgram(join(scene.bin, "goose"), `echo ${version}`);
    await expect(find("goose")).rejects.toMatchObject({
      code: "agent_version",
      message: `goose ${version} is too old: 1.16.0 or newer is required (${path})`,
      remedy: { command: "goose update" },
    });
  });

  it("starts with the arguments of its version", async () => {
    await writeProgram(join(scene.bin, "gemini"), "echo 0.61.0");
    expect((await find("gemini")).args).toEqual(["--acp"]);
    await writeProgram(join(scene.bin, "gemini"), "echo 0.27.3");
    expect((await find("gemini")).args).toEqual(["--experimental-acp"]);
    await writeProgram(join(scene.bin, "gemini"), "exit 1");
    expect((await find("gemini")).args).toEqual(["--acp"]);
  });

  it("is not a tool that has the same name", async () => {
    await writeProgram(join(scene.bin, "goose"), "echo 'goose version: v3.26.0'");
    await expect(find("goose")).rejects.toMatchObject({
      code: "agent_spawn_failed",
      message: expect.stringContaining("database migration"),
    });
    await expect(find("goose"), "nor the second time").rejects.toMatchObject({ code: "agent_spawn_failed" });
  });

  it("with a newer and an older program is started by the newer, wherever that is", async () => {
    await writeProgram(join(scene.bin, "claude-code-acp"), "exit 9");
    const better = await writeProgram(join(scene.host.homeFolder, ".npm-global/bin/claude-agent-acp"), "echo 0.99.0");
    expect(await find("claude")).toMatchObject({ command: better, args: [] });
  });

  it("that would start to serve when asked has its version read from its package", async () => {
    const link = join(scene.bin, "claude-code-acp");
    await writePackage(folder.file("node_modules"), "claude-code-acp", "0.16.2", link);
    expect(await find("claude")).toMatchObject({ command: link, version: "0.16.2" });
    expect(warnings).toEqual([]);
  });
});

describe("an agent of the user's own", () => {
  it("is started as it says", async () => {
    const path = await writeProgram(join(scene.host.homeFolder, "agents/mine"), "echo never asked; exit 1");
    const custom = new Map([["mine", { command: "~/agents/mine", args: ["serve"], env: { KEY: "k" }, title: "Mine" }]]);
    expect(await find("mine", { custom })).toMatchObject({
      name: "mine",
      title: "Mine",
      command: path,
      args: ["serve"],
      env: expect.objectContaining({ KEY: "k" }),
      version: undefined,
    });
    expect(warnings).toEqual([]);
  });

  it("may have a minimum, and its own way to say its version", async () => {
    await writeProgram(join(scene.bin, "mine"), 'test "$1" = about && echo 1.0.0');
    const custom = new Map([["mine", { command: "mine", versionArgs: ["about"], minimumVersion: "2.0.0" }]]);
    await expect(find("mine", { custom })).rejects.toMatchObject({ code: "agent_version" });
  });

  it("that leads nowhere is not replaced by anything", async () => {
    await writeProgram(join(scene.bin, "goose"));
    const custom = new Map([["goose", { command: "/nowhere/goose" }]]);
    await expect(find("goose", { custom })).rejects.toMatchObject({
      code: "agent_not_found",
      message: expect.stringContaining("/nowhere/goose"),
    });
  });

  it("that is a folder says so", async () => {
    const custom = new Map([["mine", { command: scene.bin }]]);
    await expect(find("mine", { custom })).rejects.toMatchObject({ message: expect.stringContaining("is a folder") });
  });

  it("may be a whole line for a shell", async () => {
    const custom = new Map([["mine", { command: "cd /tmp && exec agent --acp" }]]);
    expect(await find("mine", { custom })).toMatchObject({ command: "cd /tmp && exec agent --acp", args: [] });
  });
});

describe("others", () => {
  it("an unknown agent is an error that says where to look", async () => {
    await expect(find("nobody")).rejects.toMatchObject({
      code: "agent_not_found",
      message: 'Agent "nobody" not found',
      remedy: { command: "parley agents list" },
    });
  });

  it("our own is what the caller says it is", async () => {
    const own = { command: "/usr/bin/node", args: ["parley.js", "script"], version: "0.1.0" };
    expect(await find("parley", { own })).toMatchObject({ ...own, name: "parley", title: "Parley" });
    await expect(find("parley")).rejects.toMatchObject({ code: "agent_not_found" });
  });

  it("a command given whole is looked for where it is meant", async () => {
    const path = await writeProgram(folder.file("work", "agent.mjs"), "exit 5");
    const options = { host: scene.host };
    const launch = await createFindAgent({ command: "./agent.mjs", args: ["x"], cwd: folder.file("work") }, options)();
    expect(launch).toMatchObject({ name: "agent", title: "agent", command: path, args: ["x"] });
    const inPath = await writeProgram(join(scene.bin, "tool"));
    expect((await createFindAgent({ command: "tool" }, options)()).command).toBe(inPath);
    const line = await createFindAgent({ command: "FOO=1 tool --acp | tee log" }, options)();
    expect(line).toMatchObject({ name: "FOO=1", command: "FOO=1 tool --acp | tee log", args: [] });
    await expect(createFindAgent({ command: "no-such-tool" }, options)()).rejects.toMatchObject({
      code: "agent_not_found",
      message: 'Program "no-such-tool" not found in PATH',
    });
  });
});
