import { createFakeClock, createTempFolder, type FakeClock, type TempFolder } from "@parley/test-support";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startWebServer, type WebServer } from "../testing/web-server.ts";
import {
  createRegistry,
  DEFAULT_REGISTRY_URL,
  findRegistryAgent,
  type Registry,
  type RegistryOptions,
} from "./create-registry.ts";

let folder: TempFolder;
let server: WebServer;
let clock: FakeClock;

beforeEach(async () => {
  folder = await createTempFolder();
  server = await startWebServer();
  clock = createFakeClock();
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

function registryOf(version: string, id = "good"): string {
  return JSON.stringify({
    version: "1.0.0",
    agents: [{ id, name: "Good", version, description: "d", distribution: { npx: { package: "good" } } }],
  });
}

function open(source = `${server.url}/registry.json?token=hush`, options: Partial<RegistryOptions> = {}): Registry {
  return createRegistry({ source, host: { parleyHome: folder.path }, clock, ...options });
}

describe("the registry on the web", () => {
  it("is the official one unless another is given", () => {
    expect(DEFAULT_REGISTRY_URL).toBe("https://cdn.agentclientprotocol.com/registry/v1/latest/registry.json");
  });

  it("is fetched only when it is needed, and then kept", async () => {
    server.set("/registry.json", registryOf("1.0.0"));
    const registry = open();
    expect(await registry.cached()).toBeUndefined();
    expect(server.requests).toHaveLength(0);
    const copy = await registry.refresh();
    expect(copy).toMatchObject({ origin: `${server.url}/registry.json`, ageMs: 0, agents: [{ version: "1.0.0" }] });
    clock.advance(5_000);
    expect(await open().cached()).toMatchObject({ ageMs: 5_000, agents: [{ version: "1.0.0" }] });
    expect(server.requests).toHaveLength(1);
  });

  it("is not sent again while it is the same", async () => {
    let version = 1;
    server.set("/registry.json", (request, response) => {
      const etag = `"v${version}"`;
      if (request.headers["if-none-match"] === etag) response.writeHead(304).end();
      else response.writeHead(200, { etag }).end(registryOf(`${version}.0.0`));
    });
    await open().refresh();
    clock.advance(60_000);
    expect(await open().refresh()).toMatchObject({ ageMs: 0, agents: [{ version: "1.0.0" }] });
    expect(server.requests[1]?.headers["if-none-match"]).toBe('"v1"');
    clock.advance(10);
    expect(await open().cached(), "it was the same just now").toMatchObject({ ageMs: 10 });
    version = 2;
    expect(await open().refresh()).toMatchObject({ agents: [{ version: "2.0.0" }] });
  });

  it("is read from the last copy when it cannot be reached, which says how old it is and why", async () => {
    server.set("/registry.json", registryOf("1.0.0"));
    const registry = open();
    await registry.refresh();
    const address = `${server.url}/registry.json`;
    await server[Symbol.asyncDispose]();
    clock.advance(3_600_000);
    const copy = await registry.refresh();
    expect(copy).toMatchObject({ ageMs: 3_600_000, agents: [{ version: "1.0.0" }] });
    expect(copy.offline).toMatchObject({
      code: "registry_unavailable",
      message: `The registry is not available: ${address} could not be fetched: connection refused`,
    });
  });

  it("is never replaced by an invalid one", async () => {
    server.set("/registry.json", registryOf("1.0.0"));
    await open().refresh();
    for (const answer of ["<html>captive portal</html>", { status: 500 }, { status: 204 }, "[]"]) {
      server.set("/registry.json", answer);
      const copy = await open().refresh();
      expect(copy.agents).toHaveLength(1);
      expect(copy.offline?.code).toBe("registry_unavailable");
    }
    expect((await open().cached())?.agents).toHaveLength(1);
  });

  it("without a copy is an error that shows no secret and says what to do", async () => {
    server.set("/registry.json", { status: 403 });
    const refused = open().refresh();
    await expect(refused).rejects.toMatchObject({
      code: "registry_unavailable",
      message: `The registry is not available: ${server.url}/registry.json responded with status 403`,
      remedy: { label: expect.stringContaining("use a local file") },
    });
    await expect(refused).rejects.not.toThrow("hush");
  });

  it("has copies for each address, whose names tell nothing", async () => {
    server.set("/registry.json", registryOf("1.0.0"));
    server.set("/other.json", registryOf("2.0.0"));
    await open().refresh();
    await open(`${server.url}/other.json`).refresh();
    expect((await open().cached())?.agents[0]?.version).toBe("1.0.0");
    const names = await readdir(folder.file("cache"));
    expect(names).toHaveLength(2);
    const texts = await Promise.all(names.map((name) => readFile(folder.file("cache", name), "utf8")));
    expect([...names, ...texts].join()).not.toContain("hush");
  });

  it("is fetched anew when the copy is damaged", async () => {
    server.set("/registry.json", registryOf("1.0.0"));
    await open().refresh();
    const [name = ""] = await readdir(folder.file("cache"));
    await writeFile(folder.file("cache", name), '{"format":1,"text":');
    expect(await open().cached()).toBeUndefined();
    expect((await open().refresh()).agents).toHaveLength(1);
    expect(server.requests[1]?.headers["if-none-match"]).toBeUndefined();
  });

  it("may be compressed on the way, but not without end", async () => {
    const headers = { "content-encoding": "gzip" };
    server.set("/registry.json", { status: 200, headers, body: gzipSync(registryOf("1.0.0")) });
    expect((await open().refresh()).agents).toHaveLength(1);
    server.set("/registry.json", { status: 200, headers, body: gzipSync(Buffer.alloc(5_000_000, " ")) });
    await expect(
      open(`${server.url}/registry.json`, { limits: { registryBytesMax: 100_000 } }).refresh(),
    ).rejects.toThrow("is larger than 100000 bytes");
  });

  it("that says it is too large, or is without saying so, is not read", async () => {
    const limits = { registryBytesMax: 1_000 };
    server.set("/registry.json", " ".repeat(2_000));
    await expect(open(undefined, { limits }).refresh()).rejects.toThrow("is larger than 1000 bytes");
    server.set("/registry.json", (_, response) => {
      const timer = setInterval(() => response.write(" ".repeat(300)), 5);
      response.on("close", () => clearInterval(timer));
    });
    await expect(open(undefined, { limits }).refresh()).rejects.toThrow("is larger than 1000 bytes");
  });

  it.each(["never answers", "never ends"])("that %s is given up", async (how) => {
    server.set("/registry.json", (_, response) => {
      if (how === "never answers") return;
      const timer = setInterval(() => response.write(" "), 20);
      response.on("close", () => clearInterval(timer));
    });
    await expect(open(undefined, { limits: { registryMs: 200 } }).refresh()).rejects.toThrow(/200 ms/);
  });

  it("is not waited for after a cancellation, with or without a copy", async () => {
    server.set("/registry.json", registryOf("1.0.0"));
    await open().refresh();
    const abort = new AbortController();
    server.set("/registry.json", () => abort.abort());
    await expect(open().refresh(abort.signal)).rejects.toMatchObject({ code: "request_cancelled" });
  });

  it("breaks off, and says so", async () => {
    server.set("/registry.json", (_, response) => {
      response.writeHead(200, { "content-length": "1000" }).write("{", () => response.destroy());
    });
    await expect(open().refresh()).rejects.toMatchObject({ code: "registry_unavailable" });
  });
});

describe("redirects", () => {
  it("are followed, some of them", async () => {
    server.set("/a", { status: 302, headers: { location: "/b" } });
    server.set("/b", { status: 308, headers: { location: `${server.url}/registry.json` } });
    server.set("/registry.json", registryOf("1.0.0"));
    expect((await open(`${server.url}/a`).refresh()).agents).toHaveLength(1);
    server.set("/loop", { status: 301, headers: { location: "/loop" } });
    await expect(open(`${server.url}/loop`).refresh()).rejects.toThrow("more than 5 redirects");
  });

  it.each([
    ["file:///etc/passwd", "file: URLs are not supported"],
    ["data:application/json,{}", "data: URLs are not supported"],
    ["http://me:secret@127.0.0.1/", "must not contain a user name or a password"],
    ["http://", "redirects to an invalid URL"],
    ["", "redirects to an invalid URL"],
  ])("to %s are not", async (location, message) => {
    server.set("/a", { status: 302, headers: { location } });
    const refused = open(`${server.url}/a`).refresh();
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.not.toThrow("secret");
  });
});

describe("other sources", () => {
  it("are files, by path or address, read each time", async () => {
    const path = folder.file("my registry.json");
    await writeFile(path, registryOf("1.0.0"));
    expect(await open(path).refresh()).toMatchObject({ origin: path, ageMs: 0, agents: [{ version: "1.0.0" }] });
    await writeFile(path, registryOf("2.0.0"));
    expect(await open(pathToFileURL(path).href).cached()).toMatchObject({ agents: [{ version: "2.0.0" }] });
    await expect(open(folder.file("none.json")).refresh()).rejects.toMatchObject({ code: "registry_unavailable" });
    await expect(open(path, { limits: { registryBytesMax: 5 } }).refresh()).rejects.toMatchObject({
      code: "registry_unavailable",
    });
  });

  it("are not of any other kind, and hold no password", () => {
    expect(() => open("ftp://example.com/x")).toThrow("must start with http:, https: or file:");
    expect(() => open("https://me:secret@example.com/x")).toThrow(
      "The registry URL is invalid: the address of https://example.com/x must not contain a user name or a password",
    );
  });
});

it("finds an agent by its id, and by the name that people know it by", async () => {
  server.set("/registry.json", registryOf("1.0.0", "claude-acp"));
  const copy = await open().refresh();
  expect(findRegistryAgent(copy, "claude-acp")?.id).toBe("claude-acp");
  expect(findRegistryAgent(copy, "claude")?.id).toBe("claude-acp");
  expect(findRegistryAgent(copy, "goose")).toBeUndefined();
});
