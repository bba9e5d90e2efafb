import { createTempFolder, type TempFolder } from "@parley/test-support";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createFindAgent } from "../find/find-agent.ts";
import type { HostEnvironment } from "../programs/host-environment.ts";
import { serveNpmPackages, type NpmPackage } from "../testing/npm-registry.ts";
import { toRegistryAgent } from "../testing/registry-entry.ts";
import { createScene, writeProgram, type Scene } from "../testing/scene.ts";
import { startWebServer, type WebServer } from "../testing/web-server.ts";
import { findInstallTools } from "./find-tool.ts";
import type { InstallOptions } from "./install-context.ts";
import { installAgent, type InstallResult } from "./install-agent.ts";

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

const SCRIPT = "#!/usr/bin/env node\nconsole.log('agent', process.argv.slice(2).join(' '), process.env.MODE);\n";
const bin = { manifest: { bin: { agent: "cli.js" } }, files: { "cli.js": SCRIPT } };
const PATH = `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`;

function withNpm(packages: readonly NpmPackage[], env: Record<string, string> = {}): HostEnvironment {
  const npm = serveNpmPackages(server, packages);
  return scene.with({ env: { PATH, HOME: scene.host.homeFolder, ...npm, ...env } });
}

function install(npx: object, host: HostEnvironment, options: InstallOptions = {}): Promise<InstallResult> {
  const agent = toRegistryAgent(
    { npx: { args: ["--acp"], ...npx } },
    { id: "my-agent", name: "Mine", version: "1.0.0" },
  );
  return installAgent(agent, { host, ...options });
}

async function runInstalled(host: HostEnvironment): Promise<string> {
  const { command, args, env } = await createFindAgent("my-agent", { host })();
  return execFileSync(command, args, { encoding: "utf8", env: { PATH, ...env } }).trim();
}

describe("an agent that is an npm package", () => {
  it("is installed with npm, pinned, into a folder of its own, and started without npx", async () => {
    const host = withNpm([
      { name: "dep", version: "2.0.0", files: { "index.js": "" } },
      {
        name: "@scope/agent",
        version: "1.0.0",
        ...bin,
        manifest: { ...bin.manifest, dependencies: { dep: "^2.0.0" } },
      },
      { name: "@scope/agent", version: "9.0.0", ...bin },
    ]);
    const lines: string[] = [];
    const npx = { package: "@scope/agent@latest", env: { MODE: "m" } };
    const result = await install(npx, host, {
      onProgress: (event) => void (event.type !== "download" && lines.push(event.text)),
    });
    expect(result.agent).toMatchObject({
      kind: "npx",
      version: "1.0.0",
      command: "node_modules/.bin/agent",
      source: "@scope/agent@1.0.0",
      isVerified: true,
    });
    expect(result.notes).toEqual([]);
    expect(lines[0]).toBe("Installing @scope/agent@1.0.0 with npm");
    expect(lines.join("\n")).toContain("added 2 packages");
    expect(await runInstalled(host)).toBe("agent --acp m");
    const { command } = await createFindAgent("my-agent", { host })();
    expect(command).toBe(result.agent.path);
    expect(await readdir(join(scene.host.parleyHome, "agents/my-agent"))).not.toContain("node_modules");
  });

  it("has its install scripts run, unless that is not wanted", async () => {
    const scripts = { postinstall: "node -e \"require('fs').writeFileSync('made', 'x')\"" };
    const host = withNpm([{ name: "agent", version: "1.0.0", ...bin, manifest: { ...bin.manifest, scripts } }]);
    const made = async (options: InstallOptions): Promise<boolean> => {
      const { agent } = await install({ package: "agent" }, host, options);
      return existsSync(join(agent.path, "../../agent/made"));
    };
    expect(await made({})).toBe(true);
    expect(await made({ ignoreScripts: true })).toBe(false);
  });

  it("is not led astray by what npm left in the environment", async () => {
    const elsewhere = folder.file("elsewhere");
    await mkdir(elsewhere);
    const host = withNpm([{ name: "agent", version: "1.0.0", ...bin }], {
      npm_config_global: "true",
      npm_config_prefix: elsewhere,
      npm_config_local_prefix: elsewhere,
      npm_config_workspace: "apps/cli",
      npm_config_location: "global",
      npm_config_dry_run: "true",
      INIT_CWD: elsewhere,
      npm_command: "run-script",
    });
    await install({ package: "agent" }, host);
    expect(await runInstalled(host)).toBe("agent --acp undefined");
    expect(await readdir(elsewhere)).toEqual([]);
  });

  it("may have several programs", async () => {
    const manifest = { bin: { one: "cli.js", two: "other.js" } };
    const files = { "cli.js": SCRIPT, "other.js": SCRIPT.replace("'agent'", "'two'") };
    const host = withNpm([{ name: "agent", version: "1.0.0", manifest, files }]);
    await install({ package: "agent", cmd: "two" }, host);
    expect(await runInstalled(host)).toContain("two");
    await expect(install({ package: "agent" }, host)).rejects.toMatchObject({
      code: "agent_install_failed",
      message: "Mine could not be installed: agent has no program agent (it has: one, two)",
    });
    expect(await runInstalled(host), "what was there works on").toContain("two");
  });

  it("on Windows is started by Node itself", async () => {
    const host = withNpm([{ name: "agent", version: "1.0.0", ...bin }]);
    // npm is a batch file there; here its place is taken by a script of that name.
    const shell = await writeProgram(folder.file("cmd.exe"), 'shift; shift; exec "$@"');
    await writeProgram(join(scene.bin, "npm.cmd"), `PATH=${PATH} exec npm "$@"`);
    const windows = { ...host, platform: "win32" as const };
    const env = { ...host.env, PATH: undefined, Path: scene.bin, ComSpec: shell };
    const { agent } = await install({ package: "agent" }, { ...windows, env });
    expect(agent).toMatchObject({ command: "node_modules/agent/cli.js", runner: "node" });
    const launch = await createFindAgent("my-agent", { host: { ...windows, env } })();
    expect(launch).toMatchObject({ command: "node", args: [agent.path, "--acp"] });
  });

  it("that wants another Node says so", async () => {
    const manifest = { ...bin.manifest, engines: { node: ">=99" } };
    const host = withNpm([{ name: "agent", version: "1.0.0", ...bin, manifest }]);
    const { notes } = await install({ package: "agent" }, host);
    expect(notes).toEqual(["It requires another version of Node.js (>=99) than the installed one"]);
  });

  it("of a version that is not there is an error with npm's own words, and leaves nothing", async () => {
    const host = withNpm([{ name: "agent", version: "3.0.0", ...bin }]);
    await expect(install({ package: "agent@2.0.0" }, host)).rejects.toMatchObject({
      code: "agent_install_failed",
      message: expect.stringMatching(/npm failed[\s\S]*No matching version found for agent@2\.0\.0/),
    });
    expect(await readdir(join(scene.host.parleyHome, "agents/my-agent"))).toEqual([]);
  });

  it("of another content than its registry says is not installed", async () => {
    const host = withNpm([{ name: "agent", version: "1.0.0", ...bin }]);
    server.set("/tarballs/agent-1.0.0.tgz", Buffer.from("not what was promised"));
    await expect(install({ package: "agent" }, host)).rejects.toThrow(/EINTEGRITY/);
  });

  it("without npm says what to install", async () => {
    const host = scene.with({ platform: "win32", env: {} });
    await expect(install({ package: "agent" }, host)).rejects.toMatchObject({
      code: "agent_install_failed",
      remedy: { label: expect.stringContaining("Node.js"), url: "https://nodejs.org" },
    });
  });

  it("stops npm when it is cancelled", async () => {
    const abort = new AbortController();
    const host = withNpm([{ name: "agent", version: "1.0.0", ...bin }]);
    server.set("/tarballs/agent-1.0.0.tgz", () => abort.abort());
    await expect(install({ package: "agent" }, host, { signal: abort.signal })).rejects.toMatchObject({
      code: "request_cancelled",
    });
    expect(await readdir(join(scene.host.parleyHome, "agents/my-agent"))).toEqual([]);
  });
});

describe("an agent that is a Python package", () => {
  const agent = toRegistryAgent(
    { uvx: { package: "kimi-cli[all]@1.9", cmd: "kimi", args: ["acp"] } },
    { id: "my-agent", name: "Kimi", version: "1.9.0" },
  );

  it("is installed with uv, where it stays", async () => {
    // What uv does: an environment with whole paths in its scripts, and a link in the folder for programs.
    await writeProgram(
      join(scene.bin, "uv"),
      `echo "$@" > ${folder.file("asked")}
mkdir -p "$UV_TOOL_DIR/kimi/bin" "$UV_TOOL_BIN_DIR"
printf '#!/bin/sh\\nexec "%s/real" "$@"\\n' "$UV_TOOL_DIR/kimi/bin" > "$UV_TOOL_DIR/kimi/bin/kimi"
printf '#!/bin/sh\\necho kimi $*\\n' > "$UV_TOOL_DIR/kimi/bin/real"
chmod +x "$UV_TOOL_DIR/kimi/bin/"*
ln -s "$UV_TOOL_DIR/kimi/bin/kimi" "$UV_TOOL_BIN_DIR/kimi"
echo Installed 1 executable: kimi >&2`,
    );
    const host = scene.with({ env: { PATH: `${scene.bin}:/usr/bin:/bin` } });
    const lines: string[] = [];
    const result = await installAgent(agent, {
      host,
      onProgress: (event) => void (event.type === "line" && lines.push(event.text)),
    });
    expect(result.agent).toMatchObject({
      kind: "uvx",
      folder: "1.9.0",
      source: "kimi-cli[all]==1.9",
      command: "bin/kimi",
    });
    expect(await readFile(folder.file("asked"), "utf8")).toBe("tool install --no-progress -- kimi-cli[all]==1.9\n");
    expect(lines).toEqual(["Installed 1 executable: kimi"]);
    expect(await runInstalled(host)).toBe("kimi acp");
  });

  it.each([
    ["fails", "echo no such package >&2; exit 2", "uv failed (2). The end of its output:\nno such package"],
    ["brings no program", "exit 0", "kimi-cli[all]==1.9 has no program kimi"],
  ])("leaves nothing when uv %s", async (_, script, message) => {
    await writeProgram(join(scene.bin, "uv"), script);
    await expect(installAgent(agent, { host: scene.host })).rejects.toMatchObject({
      code: "agent_install_failed",
      message: `Kimi could not be installed: ${message}`,
    });
    expect(await readdir(join(scene.host.parleyHome, "agents/my-agent"))).toEqual([]);
  });

  it("without uv says what to install", async () => {
    const host = scene.with({ platform: "win32", env: {} });
    await expect(installAgent(agent, { host })).rejects.toMatchObject({
      code: "agent_install_failed",
      remedy: { label: "Install uv", url: expect.stringContaining("https://") },
    });
  });
});

describe("the way an agent is installed", () => {
  const binary = { "linux-x86_64": { archive: "https://example.invalid/a.tgz", cmd: "a" } };
  const checked = { "linux-x86_64": { ...binary["linux-x86_64"], sha256: "a".repeat(64) } };
  const npx = { package: "agent" };
  const uvx = { package: "agent" };
  const kindOf = async (
    distribution: object,
    tools: readonly string[],
    kind?: InstallOptions["kind"],
  ): Promise<string> => {
    for (const tool of tools) await writeProgram(join(scene.bin, tool), `echo used ${tool}; exit 1`);
    const host = scene.with({ env: { PATH: scene.bin } });
    const agent = toRegistryAgent(distribution, { id: "my-agent", version: "1.0.0" });
    const error: unknown = await installAgent(agent, { host, kind }).catch((reason: unknown) => reason);
    return String(error);
  };

  it("is the one that can be checked best, of those that are possible here", async () => {
    expect(await kindOf({ binary: checked, npx, uvx }, ["npm", "uv"])).toContain("example.invalid");
    expect(await kindOf({ binary, npx, uvx }, ["npm", "uv"])).toContain("used npm");
    expect(await kindOf({ binary, uvx }, ["uv"])).toContain("used uv");
    expect(await kindOf({ binary }, [])).toContain("example.invalid");
  });

  it("may be chosen", async () => {
    expect(await kindOf({ binary: checked, npx }, ["npm"], "npx")).toContain("used npm");
    expect(await kindOf({ binary: checked }, [], "uvx")).toContain("the registry has no distribution for uvx");
  });
});

it("finds the programs that installing takes, for a check-up", async () => {
  await writeProgram(join(scene.bin, "npm.cmd"));
  await writeProgram(join(scene.host.homeFolder, ".cargo/bin/uv.exe"));
  const host = scene.with({
    platform: "win32",
    env: { Path: scene.bin, USERPROFILE: scene.host.homeFolder },
  });
  expect(await findInstallTools(host)).toEqual({
    node: undefined,
    npm: join(scene.bin, "npm.cmd"),
    uv: join(scene.host.homeFolder, ".cargo/bin/uv.exe"),
    bzip2: undefined,
  });
});
