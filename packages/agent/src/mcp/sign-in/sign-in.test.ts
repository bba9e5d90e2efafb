import type { McpServerHttp } from "@parley/acp";
import { silentLog } from "@parley/base";
import {
  createTempFolder,
  startOAuthServer,
  startWebServer,
  type OAuthServer,
  type TempFolder,
} from "@parley/test-support";
import { chmod, readFile, stat, writeFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { callTool, textOf } from "../testing/call-tool.ts";
import { olderKind, streamable } from "../testing/http-server.ts";
import { startServers, type StartedServers } from "../testing/start-servers.ts";
import { openCallbackServer } from "./callback-server.ts";
import { SignInStore } from "./sign-in-store.ts";
import { signOut } from "./sign-out.ts";
import { signIn, type SignInOptions } from "./sign-in.ts";

let folder: TempFolder;
beforeEach(async () => {
  folder = await createTempFolder();
});
afterEach(() => folder[Symbol.asyncDispose]());

const LONG_MS = 20_000;
const never = new AbortController().signal;

type Kind = "http" | "sse";

function at({ url }: OAuthServer, type: Kind = "http"): McpServerHttp & { readonly type: Kind } {
  return { type, name: "wiki", url, headers: [] };
}

/** What a browser does: it opens the page and follows where it leads. */
const browse = async (page: URL): Promise<void> => void (await fetch(page));

function sign(server: OAuthServer, options: Partial<SignInOptions> = {}): Promise<void> {
  const given = { server: at(server), parleyHome: folder.path, present: browse, signal: never, log: silentLog };
  return signIn({ ...given, ...options });
}

async function use(server: OAuthServer, type: Kind = "http"): Promise<StartedServers> {
  const started = startServers([at(server, type)], {
    cwd: folder.path,
    parleyHome: folder.path,
    limits: { tokenMs: 300 },
  });
  await started.servers.settled(LONG_MS, never);
  return started;
}

const saved = (server: OAuthServer): SignInStore => new SignInStore(folder.path, server.url, silentLog);
const echo = async ({ servers }: StartedServers): Promise<string> =>
  textOf(await callTool(servers, "mcp__wiki__echo", { text: "hello" }));

describe.each([
  ["http", streamable, []],
  ["sse", olderKind, ["/messages"]],
] as const)("a server over %s that requires a sign-in", (type, create, morePaths) => {
  it("says so, and is used as soon as the user has signed in", async () => {
    await using server = await startOAuthServer(create(), { morePaths });
    await using started = await use(server, type);
    expect(started.state("wiki")).toBe("sign_in_needed");
    expect(started.notices).toEqual([
      expect.stringMatching(
        /"wiki" is not available\. It requires a sign-in \(HTTP 401\)\. .*`parley mcp sign-in wiki`/,
      ),
    ]);
    // Nothing is asked of the sign-in server before the user wants it.
    expect(server.requests.filter((path) => !/^\/(mcp|messages)/.test(path))).toEqual([]);
    await sign(server, { server: at(server, type) });
    await started.until(() => started.state("wiki") === "ready");
    expect(await echo(started)).toBe("hello");
  });

  it("gets a token that was refreshed, once, and asks again when that is over", async () => {
    await using server = await startOAuthServer(create(), { morePaths });
    await sign(server, { server: at(server, type) });
    const before = await saved(server).read();
    server.expire();
    await using started = await use(server, type);
    expect(started.state("wiki")).toBe("ready");
    expect(await echo(started)).toBe("hello");
    const after = await saved(server).read();
    expect(after?.tokens.access_token).not.toBe(before?.tokens.access_token);
    expect(after?.tokens.refresh_token).not.toBe(before?.tokens.refresh_token);
    expect(server.requests.filter((path) => path === "/token")).toHaveLength(2);
    server.revoke();
    expect(await echo(started)).toMatch(/requires a sign-in/);
    await started.until(() => started.state("wiki") === "sign_in_needed");
    for (const secret of server.secrets) {
      expect(JSON.stringify([started.notices, started.servers.status])).not.toContain(secret);
    }
  });
});

describe("the saved sign-in", () => {
  it("is private, and of one server", async () => {
    await using server = await startOAuthServer(streamable());
    await using other = await startOAuthServer(streamable());
    await sign(server);
    const { path } = saved(server);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await saved(other).read()).toBeUndefined();
    // Another server's file in its place is not used.
    const text = await readFile(path, "utf8");
    await sign(other);
    await writeFile(saved(other).path, text);
    expect(await saved(other).read()).toBeUndefined();
    await chmod(path, 0o644);
    expect(await saved(server).read()).toBeDefined();
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it.each(["", "no JSON", "{}", '{"url": 1}', "[]"])("that is damaged (%j) counts as none", async (text) => {
    await using server = await startOAuthServer(streamable());
    await sign(server);
    await writeFile(saved(server).path, text);
    await using started = await use(server);
    expect(started.state("wiki")).toBe("sign_in_needed");
    await sign(server);
    await started.until(() => started.state("wiki") === "ready");
  });

  it("is refreshed once by two sessions at the same time", async () => {
    await using server = await startOAuthServer(streamable());
    await sign(server);
    server.expire();
    const starting = [use(server), use(server)] as const;
    await using one = await starting[0];
    await using other = await starting[1];
    expect([one.state("wiki"), other.state("wiki")]).toEqual(["ready", "ready"]);
    expect(server.requests.filter((path) => path === "/token")).toHaveLength(2);
  });
});

describe("a server that refuses a fresh token", () => {
  it("says what to do, and is used after another sign-in", async () => {
    await using server = await startOAuthServer(streamable());
    await sign(server);
    server.lockOut();
    await using started = await use(server);
    expect(started.state("wiki")).toBe("sign_in_needed");
    expect(started.notices).toEqual([
      expect.stringMatching(
        /It refused a token that was just issued.* Sign in with another account \(`parley mcp sign-in wiki`\)/,
      ),
    ]);
  });
});

describe("signing out", () => {
  const leave = (server: OAuthServer, requestMs = 10_000): ReturnType<typeof signOut> =>
    signOut({ url: server.url, parleyHome: folder.path, signal: never, log: silentLog, requestMs });

  it("revokes both tokens at the sign-in server", async () => {
    await using server = await startOAuthServer(streamable());
    await sign(server);
    expect(server.accepted).toBe(2);
    expect(await leave(server)).toEqual({ signedOut: true, revoked: true });
    expect(server.accepted).toBe(0);
    expect(await leave(server)).toEqual({ signedOut: false, revoked: false });
  });

  it("deletes them here although the sign-in server hangs or is gone", async () => {
    const server = await startOAuthServer(streamable());
    await sign(server);
    server.hang("/revoke");
    expect(await leave(server, 100)).toMatchObject({ signedOut: true, why: "the sign-in server did not respond" });
    expect(await saved(server).read()).toBeUndefined();
    await sign(server);
    await server[Symbol.asyncDispose]();
    expect(await leave(server)).toMatchObject({ signedOut: true, why: "the sign-in server is unreachable" });
    expect(await saved(server).read()).toBeUndefined();
  });
});

describe("a client that was registered by hand", () => {
  const client = { id: "parley-of-ada", secret: "secret-of-the-client" };

  it("signs in, refreshes and signs out with its secret", async () => {
    await using server = await startOAuthServer(streamable(), { client });
    await expect(sign(server)).rejects.toMatchObject({
      message: expect.stringContaining("does not register new clients") as string,
      remedy: { label: expect.stringContaining("set clientId") as string },
    });
    await sign(server, { client });
    server.expire();
    await using started = await use(server);
    expect(await echo(started)).toBe("hello");
    const given = { url: server.url, parleyHome: folder.path, signal: never, log: silentLog };
    expect(await signOut(given)).toEqual({ signedOut: true, revoked: true });
    expect(server.requests).not.toContain("/register");
  });

  it("comes back to the port that is registered for it", async () => {
    await using server = await startOAuthServer(streamable(), { client });
    await using taken = await openCallbackServer("state");
    const callbackPort = Number(new URL(taken.redirectUrl).port);
    await expect(sign(server, { client: { ...client, callbackPort } })).rejects.toMatchObject({
      message: `Port ${callbackPort} could not be opened on this machine for the browser to come back to`,
    });
    await taken[Symbol.asyncDispose]();
    await sign(server, { client: { ...client, callbackPort } });
    expect(await saved(server).read()).toBeDefined();
  });
});

describe("a sign-in server that hangs", () => {
  it.each(["/.well-known/resource", "/.well-known/oauth-authorization-server", "/register", "/token"] as const)(
    "at %s ends the sign-in within a limit, and nothing is saved",
    async (path) => {
      await using server = await startOAuthServer(streamable());
      server.hang(path);
      await expect(sign(server, { requestMs: 300 })).rejects.toMatchObject({
        code: "request_timeout",
        message: `The sign-in server did not respond within 0.3 s (${server.origin}${path})`,
      });
      expect(await saved(server).read()).toBeUndefined();
    },
  );

  it("while a token is refreshed is a state of the server within a limit", async () => {
    await using server = await startOAuthServer(streamable());
    await sign(server);
    server.expire();
    server.hang("/token");
    await using started = await use(server);
    expect(started.state("wiki")).toBe("failed");
    expect(started.notices).toEqual([expect.stringContaining("The sign-in server did not respond within 0.3 s")]);
    // The sign-in is not lost by it.
    expect(await saved(server).read()).toBeDefined();
  });
});

describe("a sign-in that does not come about", () => {
  it("ignores callbacks of others, and goes on", async () => {
    await using server = await startOAuthServer(streamable());
    const statuses: number[] = [];
    await sign(server, {
      present: async (page) => {
        const back = page.searchParams.get("redirect_uri") ?? "";
        for (const address of [`${back}?code=stolen&state=guessed`, `${back}?code=stolen`, new URL("/other", back)]) {
          statuses.push((await fetch(address)).status);
        }
        await browse(page);
      },
    });
    expect(statuses).toEqual([400, 400, 404]);
    expect(await saved(server).read()).toBeDefined();
  });

  it.each([
    ["error=access_denied", /access was denied in the browser/],
    ["error=server_error", /answered "server_error"/],
    ["", /gave no code/],
    ["code=made-up", /answered "invalid_grant"/],
  ])("says why: %s", async (query, message) => {
    await using server = await startOAuthServer(streamable());
    const present = async ({ searchParams }: URL): Promise<void> => {
      const back = `${searchParams.get("redirect_uri")}?state=${searchParams.get("state")}&${query}`;
      await fetch(back);
    };
    await expect(sign(server, { present })).rejects.toMatchObject({
      code: "sign_in_needed",
      message: expect.stringMatching(message) as string,
    });
    expect(await saved(server).read()).toBeUndefined();
  });

  it("ends when the user does not sign in, and when it is cancelled", async () => {
    await using server = await startOAuthServer(streamable());
    await expect(sign(server, { present: () => undefined, waitMs: 100 })).rejects.toMatchObject({
      code: "request_timeout",
    });
    const stop = new AbortController();
    const cancelled = sign(server, { present: () => stop.abort(), signal: stop.signal });
    await expect(cancelled).rejects.toMatchObject({ code: "request_cancelled" });
  });

  it("keeps an earlier one", async () => {
    await using server = await startOAuthServer(streamable());
    await sign(server);
    const before = await saved(server).read();
    await expect(sign(server, { present: () => undefined, waitMs: 100 })).rejects.toMatchObject({
      code: "request_timeout",
    });
    expect(await saved(server).read()).toEqual(before);
  });

  it("is refused for a server that has no sign-in", async () => {
    await using web = await startWebServer({ "/mcp": (_, response) => response.writeHead(401).end() });
    const server: McpServerHttp = { name: "wiki", url: `${web.origin}/mcp`, headers: [] };
    const given = { server, parleyHome: folder.path, present: browse, signal: never, log: silentLog };
    await expect(signIn(given)).rejects.toMatchObject({
      code: "sign_in_needed",
      message: expect.stringMatching(/^The sign-in failed: the sign-in server does not register new clients/) as string,
    });
  });
});
