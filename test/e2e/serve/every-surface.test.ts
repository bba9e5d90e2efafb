// One session on every surface at the same time: two chats, curl, an editor with the official SDK, and a page. Each sees every
// prompt, answer and decision with who it was; the server is killed, and everything continues. A session that was started
// without a server is there with one.
import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { openPlace } from "../run-parley.ts";
import { crash } from "./ended-servers.ts";
import { serve } from "./served.ts";
import { chromiumPath, openPageHost } from "./surfaces/browser-page.ts";
import { Curl } from "./surfaces/curl.ts";
import { SdkClient } from "./surfaces/sdk-client.ts";
import type { Surface } from "./surfaces/surface.ts";
import { TerminalChat } from "./surfaces/terminal-chat.ts";

const TEST_MS = 300_000;
const WAIT = { timeout: 60_000 };

it.skipIf(chromiumPath === undefined)("one session is the same on every surface", { timeout: TEST_MS }, async () => {
  await using place = await openPlace();
  await using pages = await openPageHost();
  const flags = ["--allow-origin", pages.origin, "--agent", "backend"];
  await using first = await serve(place, flags);

  await using editor = await SdkClient.open(place, "backend");
  const { sessionId } = editor;
  await using one = await TerminalChat.open(place, ["--session", sessionId]);
  await using two = await TerminalChat.open(place, ["--session", sessionId]);
  await using page = await pages.open(first, sessionId);
  await using curl = new Curl(first, sessionId);
  const all: readonly Surface[] = [editor, one, two, page, curl];
  const others = (surface: Surface): readonly Surface[] => all.filter((other) => other !== surface);

  /** One prompts; everybody else sees it and who it was; everybody sees the answer. */
  const say = async (surface: Surface, words: string): Promise<void> => {
    await surface.prompt(`say ${words}`);
    await Promise.all(others(surface).map((other) => other.seesPrompt(`say ${words}`, surface.name)));
    await Promise.all(all.map((other) => other.seesAnswer(words)));
  };
  /** Everybody is asked; one answers, and everybody else sees who it was. */
  const allow = async (surface: Surface): Promise<void> => {
    await surface.allow();
    await Promise.all(others(surface).map((other) => other.seesDecision(surface.name)));
  };

  for (const [index, surface] of all.entries()) await say(surface, `Hello ${index} of ${surface.name}`);

  for (const [index, surface] of all.entries()) {
    const asking = all[(index + 1) % all.length] as Surface;
    await asking.prompt(`write made-${index}.txt x`);
    await Promise.all(all.map((other) => other.seesQuestion()));
    await allow(surface);
    await expect.poll(() => existsSync(place.file(`made-${index}.txt`)), WAIT).toBe(true);
  }

  // Killed while a question is open: it is asked again, and the answer counts.
  await curl.prompt("write after.txt x");
  await Promise.all(all.map((surface) => surface.seesQuestion()));
  await crash(first);
  await using second = await serve(place, [...flags, "--port", new URL(first.url).port]);
  expect(second.pid).not.toBe(first.pid);
  curl.follow();
  await allow(page);
  await expect.poll(() => existsSync(place.file("after.txt")), WAIT).toBe(true);
  for (const [index, surface] of all.entries()) await say(surface, `Again ${index} of ${surface.name}`);
});

it("a session started without a server is there with one", { timeout: TEST_MS }, async () => {
  await using place = await openPlace();
  const alone = await place.run(["run", "--no-server", "--agent", "backend", "--format", "json", "say Begun alone"]);
  expect(alone.code).toBe(0);
  const { sessionId } = JSON.parse(alone.stdout) as { readonly sessionId: string };

  await using server = await serve(place, ["--agent", "backend"]);
  const { sessions } = (await (await server.fetch("/sessions")).json()) as { readonly sessions: readonly object[] };
  expect(sessions).toMatchObject([{ id: sessionId, name: "say Begun alone", agent: "backend" }]);
  expect((await place.run(["sessions", "show", sessionId])).stdout).toMatch(/say Begun alone[^]*Begun alone/);
  await using chat = await TerminalChat.open(place, ["--session", sessionId]);
  const continued = await place.run(["run", "--session", sessionId, "say Continued together"]);
  expect(continued).toMatchObject({ code: 0, stdout: "Continued together\n" });
  await chat.seesPrompt("say Continued together", "terminal");
  await chat.seesAnswer("Continued together");
  const log = await (await server.fetch(`/sessions/${sessionId}/export`)).text();
  expect(log).toMatch(/say Begun alone[^]*"stop"[^]*say Continued together[^]*"stop"/);
});
