// The page shows nothing without a token, and loads nothing from other servers.
import { createTempFolder } from "@parley/test-support";
import { openTestServer } from "@parley/test-support/server";
import { createHash } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { send } from "../testing/send.ts";

const AS_BROWSER = { Accept: "text/html,*/*" };

it("shows how to sign in, and nothing about sessions, without a token", async () => {
  await using server = await openTestServer();
  await server.hub.sessions.create({ agent: "script", title: "A private matter" });
  const { status, headers, body } = await send(`${server.url}/`, { headers: AS_BROWSER });
  expect(status).toBe(401);
  expect(body).toContain("/?token=$TOKEN");
  expect(body).not.toContain(server.token);
  expect(body).not.toMatch(/<script|private matter/);
  const [, style = ""] = /<style>([^]*)<\/style>/.exec(body) ?? [];
  const hash = createHash("sha256").update(style).digest("base64");
  expect(headers["content-security-policy"]).toContain(`style-src 'sha256-${hash}'`);
});

it("says so where there is no page, and how to use the server without one", async () => {
  await using server = await openTestServer();
  const response = await server.fetch("/");
  const html = await response.text();
  expect(response.status).toBe(200);
  expect(response.headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(html).toContain("This server has no page");
  expect(html).toContain(`parley chat --server ${server.url}`);
  expect(html).not.toMatch(/<script| on\w+="| style="/);
  expect(html).not.toContain(server.token);
  expect((await server.fetch("/page/main.js")).status).toBe(404);
});

it("serves the built page and its files itself, to callers with a token", async () => {
  await using folder = await createTempFolder();
  await mkdir(join(folder.path, "page"));
  await writeFile(join(folder.path, "index.html"), "<!doctype html><title>Built</title>");
  await writeFile(join(folder.path, "page", "main-0a1b2c3d.js"), "void 0;");
  await using server = await openTestServer({ pageFolder: folder.path });
  const document = await server.fetch("/");
  expect(await document.text()).toContain("Built");
  expect(document.headers.get("content-security-policy")).toMatch(
    /default-src 'none'; script-src 'self'; style-src 'self'/,
  );
  const asset = await server.fetch("/page/main-0a1b2c3d.js");
  expect([asset.status, asset.headers.get("cache-control")]).toEqual([200, "private, max-age=31536000, immutable"]);
  expect((await fetch(`${server.url}/page/main-0a1b2c3d.js`)).status).toBe(401);
});

it("shows the new page after it was built again, and says that an old file is gone", async () => {
  await using folder = await createTempFolder();
  const write = async (name: string, text: string): Promise<void> => {
    await mkdir(join(folder.path, "page"), { recursive: true });
    await writeFile(join(folder.path, "index.html"), text);
    await writeFile(join(folder.path, "page", name), "void 0;");
  };
  await write("main-0a1b2c3d.js", "old");
  await using server = await openTestServer({ pageFolder: folder.path });
  expect(await (await server.fetch("/")).text()).toBe("old");
  await rm(join(folder.path, "page"), { recursive: true });
  expect((await server.fetch("/page/main-0a1b2c3d.js")).status).toBe(404);
  await write("main-4e5f6a7b.js", "new");
  expect(await (await server.fetch("/")).text()).toBe("new");
  expect((await server.fetch("/page/main-4e5f6a7b.js")).status).toBe(200);
});
