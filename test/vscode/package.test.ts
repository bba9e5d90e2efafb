// The packed extension: what is in it, and that a clean VS Code installs it and runs what it brings.
import { unzipSync } from "fflate";
import { execFile } from "node:child_process";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { findEditors } from "../../scripts/editor-tools.mjs";
import { CodeServer } from "./workbench/code-server.ts";

const LONG = { timeout: 180_000 };
const PLATFORMS = ["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64", "win32-arm64", "win32-x64"];
const BYTES_MAX = 4_000_000;

interface Manifest {
  readonly main: string;
  readonly browser: string;
  readonly icon?: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly contributes: { readonly viewsContainers: { readonly activitybar: readonly { readonly icon: string }[] } };
}

const packed = inject("editor");

describe.skipIf(packed === undefined)("the .vsix", () => {
  let bytes: Uint8Array;
  let names: readonly string[];
  let manifest: Manifest;

  beforeAll(async () => {
    bytes = await readFile(packed?.vsix ?? "");
    const files = unzipSync(bytes);
    names = Object.keys(files);
    manifest = JSON.parse(new TextDecoder().decode(files["extension/package.json"])) as Manifest;
  });

  it("has at most 4 MB", () => {
    expect(bytes.length).toBeLessThanOrEqual(BYTES_MAX);
  });

  it("has everything that its manifest names", () => {
    const { main, browser, icon, contributes } = manifest;
    const named = [main, browser, icon, ...contributes.viewsContainers.activitybar.map((container) => container.icon)];
    const wanted = named.flatMap((path) => (path === undefined ? [] : [join("extension", path)]));
    expect(wanted.length).toBeGreaterThan(2);
    expect(names).toEqual(expect.arrayContaining([...wanted, "extension/README.md", "extension/LICENSE.txt"]));
    expect(manifest.engines).toEqual({ vscode: "^1.104.0" });
  });

  it("has the server with a terminal for each platform, and neither libsql, Playwright nor ripgrep", () => {
    expect(names).toContain("extension/dist/backend/parley.cjs");
    const native = names.filter((name) => name.endsWith("pty.node"));
    const platforms = native.map((name) => /node-pty-([\w-]+)\//.exec(name)?.[1]);
    expect(platforms).toEqual(expect.arrayContaining(PLATFORMS));
    expect(names.filter((name) => /libsql|playwright|ripgrep|\.map$|\.ts$|\.vsix$/.test(name))).toEqual([]);
  });
});

describe.skipIf(packed === undefined).each(findEditors())("a clean VS Code $version", (editor) => {
  it("installs it by its own command line, and what it brings runs with its Node", LONG, async () => {
    await using server = await CodeServer.install({ editor, vsix: packed?.vsix ?? "" });
    expect(await server.command("--list-extensions", "--show-versions")).toMatch(
      /^parley\.parley-vscode@\d+\.\d+\.\d+$/m,
    );
    const [folder = ""] = (await readdir(server.file("ext"))).filter((name) => name.startsWith("parley."));
    // On macOS each terminal is started by it.
    const helper = server.file("ext", folder, "dist/backend/node_modules/@lydell/node-pty-darwin-arm64/spawn-helper");
    expect((await stat(helper)).mode & 0o111).not.toBe(0);
    const program = server.file("ext", folder, "dist/backend/parley.cjs");
    const parley = (...args: string[]): Promise<{ stdout: string }> =>
      promisify(execFile)(editor.node, ["--disable-warning=ExperimentalWarning", program, ...args], {
        env: server.env,
        cwd: server.file("home"),
      });
    await parley("run", "--approve", "all", "run sh -c 'test -t 1 && echo yes > is-terminal.txt'");
    expect(await readFile(server.file("home/is-terminal.txt"), "utf8")).toBe("yes\n");
    const report = JSON.parse((await parley("doctor", "--json")).stdout) as {
      readonly findings: readonly { readonly id: string }[];
    };
    expect(report.findings.find(({ id }) => id === "store")).toMatchObject({ health: "ok" });
  });
});
