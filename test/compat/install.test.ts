// Against a registry of our own, so that npm really installs, and nobody needs a network.
import { createHash } from "node:crypto";
import { once } from "node:events";
import { access, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { execFile } from "node:child_process";
import { createTempFolder, type TempFolder } from "@parley/test-support";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AgentRecipe } from "./agents/recipe.ts";
import { installAgent } from "./install.ts";

const NAME = "parley-test-agent";
let folder: TempFolder;
let registry: Server;
/** What npm asked for. */
let asked: string[] = [];

beforeEach(async () => {
  folder = await createTempFolder();
  const tarball = await pack(folder.file("source"));
  asked = [];
  registry = createServer((request, response) => {
    asked.push(request.url ?? "");
    if (request.url === `/${NAME}`) response.end(JSON.stringify(describePackage(tarball)));
    else if (request.url === `/${NAME}.tgz`) response.end(tarball);
    else response.writeHead(404).end("{}");
  });
  registry.listen(0, "127.0.0.1");
  await once(registry, "listening");
  vi.stubEnv("PARLEY_TEST_CACHE", folder.file("cache"));
  vi.stubEnv("npm_config_cache", folder.file("npm"));
  vi.stubEnv("npm_config_registry", address());
});
afterEach(async () => {
  vi.unstubAllEnvs();
  registry.closeAllConnections();
  await promisify(registry.close.bind(registry))();
  await folder[Symbol.asyncDispose]();
});

const address = (): string => `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
const recipe = (version: string): AgentRecipe => ({
  name: "some",
  packages: [`${NAME}@${version}`],
  version,
  program: `${NAME}/main.js`,
  setUp: () => ({ env: {} }),
});
const tarballs = (): number => asked.filter((url) => url.endsWith(".tgz")).length;

describe("installAgent", () => {
  it("installs once, however many want it", async () => {
    const said: string[] = [];
    const install = () => installAgent(recipe("1.0.0"), (text) => said.push(text));
    const [first, second] = await Promise.all([install(), install()]);
    expect(first).toBe(folder.file("cache", "agents", `${NAME}@1.0.0`));
    expect(second).toBe(first);
    expect(await readFile(join(first, "node_modules", NAME, "main.js"), "utf8")).toBe("// agent\n");
    expect(await install()).toBe(first);
    expect([tarballs(), said]).toEqual([1, [`installing ${NAME}@1.0.0`]]);
    expect(await readdir(dirname(first))).toEqual([`${NAME}@1.0.0`]);
  });

  it("runs no scripts of the package", async () => {
    const installed = await installAgent(recipe("1.0.0"), () => undefined);
    await expect(access(join(installed, "node_modules", NAME, "ran"))).rejects.toThrow(/ENOENT/);
  });

  it("takes over from a run that died", async () => {
    const lock = folder.file("cache", "agents", `${NAME}@1.0.0.lock`);
    await mkdir(dirname(lock), { recursive: true });
    // Above what any system gives out as a pid.
    await writeFile(lock, "99999999");
    await installAgent(recipe("1.0.0"), () => undefined);
    expect(tarballs()).toBe(1);
  });

  it("tells what npm said, and leaves nothing half done", async () => {
    await expect(installAgent(recipe("2.0.0"), () => undefined)).rejects.toThrow(/2\.0\.0/);
    expect(await readdir(folder.file("cache", "agents"))).toEqual([]);
  });
});

async function pack(source: string): Promise<Buffer> {
  await mkdir(source);
  const scripts = { install: "node -e \"require('fs').writeFileSync('ran', '')\"" };
  await writeFile(join(source, "package.json"), JSON.stringify({ name: NAME, version: "1.0.0", scripts }));
  await writeFile(join(source, "main.js"), "// agent\n");
  await promisify(execFile)("npm", ["pack", "--silent"], { cwd: source });
  return readFile(join(source, `${NAME}-1.0.0.tgz`));
}

function describePackage(tarball: Buffer): unknown {
  const dist = {
    tarball: `${address()}/${NAME}.tgz`,
    shasum: createHash("sha1").update(tarball).digest("hex"),
    integrity: `sha512-${createHash("sha512").update(tarball).digest("base64")}`,
  };
  const version = { name: NAME, version: "1.0.0", dist };
  return { name: NAME, "dist-tags": { latest: "1.0.0" }, versions: { "1.0.0": version } };
}
