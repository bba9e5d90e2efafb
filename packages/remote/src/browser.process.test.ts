// A page in a real browser follows a session, prompts, and notices that the server is gone.
import { openTestServer, type TestServer } from "@parley/test-support/server";
import { build } from "esbuild";
import { existsSync } from "node:fs";
import { chromium, type Browser, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type * as Exports from "./index.ts";

const PLACES = [process.env["CHROME_PATH"] ?? "", "/usr/bin/chromium", "/usr/bin/google-chrome"];
const executablePath = PLACES.find((path) => path !== "" && existsSync(path));

/** In the page. */
declare const remoteOfPage: typeof Exports;

describe.skipIf(executablePath === undefined)("in a browser", { timeout: 90_000 }, () => {
  let server: TestServer;
  let browser: Browser;
  let script: string;

  beforeAll(async () => {
    server = await openTestServer();
    const { outputFiles } = await build({
      entryPoints: [new URL("./index.ts", import.meta.url).pathname],
      bundle: true,
      write: false,
      format: "iife",
      globalName: "remoteOfPage",
      platform: "browser",
      conditions: ["parley:source"],
    });
    script = outputFiles[0]?.text ?? "";
    // As root, and in a container, Chromium starts only without its sandbox.
    browser = await chromium.launch({ executablePath: executablePath ?? "", args: ["--no-sandbox"] });
  }, 90_000);

  afterAll(async () => {
    await browser.close();
    await server[Symbol.asyncDispose]();
  });

  /** A page of the server, signed in by its cookie or not. */
  async function openPage(isSignedIn: boolean): Promise<Page> {
    // The plain page of a server without a built one allows its scripts nothing.
    const context = await browser.newContext({ bypassCSP: true });
    const page = await context.newPage();
    await page.goto(`${server.url}/?token=${server.token}`);
    if (!isSignedIn) await context.clearCookies();
    await page.evaluate(`${script}; globalThis.remoteOfPage = remoteOfPage;`);
    return page;
  }

  it.each([
    ["the cookie of the server's page", true],
    ["a token", false],
  ])("follows a session with %s", async (_, isSignedIn) => {
    const page = await openPage(isSignedIn);
    const { id: sessionId } = await server.hub.sessions.create({ agent: "script", cwd: server.folder });
    const token = isSignedIn ? undefined : server.token;
    const seen = await page.evaluate(
      async (place) => {
        const remote = remoteOfPage.connectServer({ url: location.origin, token: place.token });
        const seqs: number[] = [];
        remote.follow(
          place.sessionId,
          { after: 0 },
          { events: (batch) => void seqs.push(...batch.map(({ seq }) => seq)) },
        );
        const prompt = [{ type: "text" as const, text: "say hello\nstream 100 10" }];
        const { turnId } = await remote.prompt(place.sessionId, prompt);
        const turn = await remote.turnEnded(turnId);
        await remote.close();
        return { seqs, state: turn.state, lastSeq: turn.lastSeq ?? 0 };
      },
      { sessionId, token },
    );
    expect(seen.state).toBe("completed");
    expect(seen.seqs.slice(0, seen.lastSeq)).toEqual(Array.from({ length: seen.lastSeq }, (__, at) => at + 1));
    await page.context().close();
  });

  it("reports a wrong token, and a server that has stopped", async () => {
    const page = await openPage(false);
    const states = await page.evaluate(async () => {
      const kindOf = (place: Parameters<typeof remoteOfPage.connectServer>[0], kind: string): Promise<string> =>
        new Promise((resolve) => {
          const remote = remoteOfPage.connectServer(place);
          remote.onState((state) => {
            if (state.kind !== kind) return;
            resolve("reason" in state ? (state.reason?.code ?? "") : "");
            void remote.close();
          });
        });
      return [
        await kindOf({ url: location.origin, token: "wrong" }, "wrong_token"),
        await kindOf({ url: "http://127.0.0.1:9", token: "any" }, "server_gone"),
      ];
    });
    expect(states).toEqual(["sign_in_needed", "connection_failed"]);
    await page.context().close();
  });
});
