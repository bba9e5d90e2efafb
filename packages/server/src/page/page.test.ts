// The page shows nothing without a token, and loads nothing from other servers.
import { openTestServer } from "@parley/test-support/server";
import { createHash } from "node:crypto";
import { Script } from "node:vm";
import { expect, it } from "vitest";
import { send } from "../testing/send.ts";
import { PAGE_SCRIPT } from "./page-script.ts";
import { renderPage } from "./render-page.ts";

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

it("serves the page and its files itself, without inline scripts", async () => {
  await using server = await openTestServer();
  const response = await server.fetch("/");
  const html = await response.text();
  expect(response.headers.get("content-security-policy")).toMatch(
    /default-src 'none'; script-src 'self'; style-src 'self'/,
  );
  expect(html).not.toMatch(/<style|<script(?! src="\/page\/)| on\w+="| style="/);
  expect(html).not.toContain(server.token);
  expect(html).toContain(`parley chat --server ${server.url}`);
  expect(html).toContain(`${server.url.replace("http", "ws")}/acp`);
  const assets = [...html.matchAll(/(?:src|href)="(\/page\/[^"]+)"/g)].map(([, path = ""]) => path);
  expect(assets).toHaveLength(2);
  for (const path of assets) {
    const asset = await server.fetch(path);
    expect([asset.status, asset.headers.get("cache-control")]).toEqual([200, "private, max-age=31536000, immutable"]);
    expect((await fetch(`${server.url}${path}`)).status).toBe(401);
  }
});

it("shows only how to connect to enabled dialects", async () => {
  await using server = await openTestServer({ dialects: [] });
  const html = await (await server.fetch("/")).text();
  expect(html).toContain("parley chat");
  expect(html).not.toContain("/runs");
});

it("has a valid script, and an element for everything that it fills in", () => {
  expect(() => new Script(PAGE_SCRIPT)).not.toThrow(SyntaxError);
  const html = renderPage({ url: "http://x", dialects: [], names: { style: "/a", script: "/b" } });
  const ids = [...PAGE_SCRIPT.matchAll(/(?:byId|show)\("(\w+)"/g)].map(([, id = ""]) => id);
  expect(ids).toContain("sessions");
  for (const id of [...ids, "uptime", "ready", "running", "questions", "streams"]) expect(html).toContain(`id="${id}"`);
});
