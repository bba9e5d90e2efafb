// The package that users install: its content, and that it works in an empty folder, without this repository.
import { createMarker, createTempFolder, type TempFolder } from "@parley/test-support";
import { VERSION } from "@parley/base";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readManifest, root } from "../repository/workspaces.ts";

const run = promisify(execFile);
const NPM_MS_MAX = 300_000;
const QUIET = ["--no-audit", "--no-fund", "--loglevel=error"];

let folder: TempFolder;
let tarball: string;
beforeAll(async () => {
  folder = await createTempFolder();
  tarball = (await run(process.execPath, [join(root, "scripts/package-cli.mjs"), folder.path])).stdout.trim();
}, NPM_MS_MAX);
afterAll(() => folder[Symbol.asyncDispose]());

describe("the package", () => {
  it("has a manifest, a README, a licence, the built command and the page, and no source maps", async () => {
    const files = (await run("tar", ["-tzf", tarball])).stdout.trim().split("\n");
    expect(files).toEqual(
      expect.arrayContaining(["package.json", "README.md", "LICENSE", "bin/parley.cjs", "dist/parley.cjs"].map(within)),
    );
    const command = /^package\/(package\.json|README\.md|LICENSE|bin\/parley\.cjs|dist\/[\w.-]+\.cjs)$/;
    const page = /^package\/dist\/page\/[\w./-]+\.(html|css|js|svg|png|webmanifest)$/;
    expect(files.filter((file) => !command.test(file) && !page.test(file))).toEqual([]);
    expect(files).toContain(within("dist/page/index.html"));
  });

  it("depends only on packages that cannot be bundled", () => {
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = readManifest("apps/cli");
    expect(Object.keys(dependencies)).toEqual(["@lydell/node-pty", "@vscode/ripgrep", "tar", "yauzl"]);
    // Node has a SQLite of its own since 22.13.
    expect(Object.keys(optionalDependencies)).toEqual(["libsql"]);
    expect(Object.keys(peerDependencies)).toEqual(["playwright-core"]);
  });
});

describe("the package, installed into an empty prefix", () => {
  const marker = createMarker();
  let prefix: string | undefined;
  let env: NodeJS.ProcessEnv;

  beforeAll(async () => {
    const [home, work] = [folder.file("home"), folder.file("work")];
    await Promise.all([mkdir(home, { mode: 0o700 }), mkdir(work)]);
    env = {
      ...withoutOwnSettings(),
      ...marker.env,
      PARLEY_HOME: home,
      PARLEY_COLOR: "never",
      PARLEY_MODEL: "offline/script",
    };
    if (!(await canReachRegistry())) {
      process.stderr.write("The package was not installed: npm's registry is unreachable.\n");
      return;
    }
    const target = folder.file("prefix");
    await run("npm", ["install", "--global", "--prefix", target, ...QUIET, tarball], {
      cwd: work,
      env: withCertificates(),
      timeout: NPM_MS_MAX,
    });
    prefix = target;
  }, NPM_MS_MAX);

  afterAll(async () => {
    const orphans = await marker.reap();
    if (orphans.length > 0) throw new Error(`Processes were left behind: ${orphans.join(", ")}`);
  });

  const parley = (path: string, ...args: string[]): Promise<{ stdout: string; stderr: string }> =>
    run(join(path, "bin", "parley"), args, { cwd: folder.file("work"), env });

  it("prints its version", async ({ skip }) => {
    if (prefix === undefined) return skip();
    expect((await parley(prefix, "--version")).stdout).toBe(`parley ${VERSION}\n`);
  });

  it("has a doctor that finds no problems", async ({ skip }) => {
    if (prefix === undefined) return skip();
    const report = JSON.parse((await parley(prefix, "doctor", "--json")).stdout) as unknown;
    expect(report).toMatchObject({ version: VERSION, isHealthy: true });
  });

  it("runs a scripted turn with tools, without a server and with one that it starts", async ({ skip }) => {
    if (prefix === undefined) return skip();
    const script = "write note.txt hello\nrun cat note.txt\nsay done";
    for (const flags of [["--no-server"], []]) {
      const { stdout } = await parley(prefix, "run", ...flags, "--level", "bypass", script);
      expect(stdout).toContain("done");
    }
    expect((await parley(prefix, "server", "stop")).stderr).toContain("Stopped the server");
  });

  it("serves", async ({ skip }) => {
    if (prefix === undefined) return skip();
    const args = ["serve", "--port", "0", "--feed-port", "0", "--json"];
    const child = spawn(join(prefix, "bin", "parley"), args, {
      cwd: folder.file("work"),
      env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
    const { url } = JSON.parse(line) as { readonly url: string };
    const answer = await fetch(`${url}/health`);
    expect(answer.status).toBe(200);
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
  });
});

function within(name: string): string {
  return `package/${name}`;
}

/** Of the user's environment, neither Parley's settings nor npm's: npm would take the repository's for the prefix. */
function withoutOwnSettings(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(PARLEY|npm)_/i.test(name)));
}

/** What this machine needs to reach a registry; other tests start without it. */
function withCertificates(): NodeJS.ProcessEnv {
  const certificates = process.env["PARLEY_TEST_EXTRA_CA_CERTS"];
  return { ...process.env, ...(certificates !== undefined && { NODE_EXTRA_CA_CERTS: certificates }) };
}

async function canReachRegistry(): Promise<boolean> {
  try {
    const args = ["view", "yauzl", "version", "--fetch-retries=0", "--fetch-timeout=10000"];
    await run("npm", args, { env: withCertificates() });
    return true;
  } catch {
    return false;
  }
}
