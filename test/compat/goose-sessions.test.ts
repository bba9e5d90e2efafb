// A session that was begun in goose itself: listed by `parley agents sessions`, opened with its history, and continued.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fullTextOf, startStubModel, stubScript, type StubModel } from "@parley/test-support/stub-model";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openPlace, type Outcome, type Place } from "../e2e/run-parley.ts";
import { serve } from "../e2e/serve/served.ts";
import { goose } from "./agents/goose.ts";
import { cleanEnvironment, homeIn } from "./environment.ts";
import { findInstalled } from "./install.ts";
import { CLIENT_MS } from "./limits.ts";
import { tryInstall } from "./try-install.ts";

/** Its program has 280 MB: it is only installed where all are asked for, as `npm run test:compat` does. */
const installed = process.env["PARLEY_TEST_CLIENTS"] === "all" ? await tryInstall(goose) : await findInstalled(goose);
const PROGRAM = join(String(installed), "node_modules", goose.program);

interface Listed {
  readonly agentSessionId: string;
  readonly cwd: string;
  readonly title?: string;
  readonly sessionId?: string;
}

describe.skipIf(installed === undefined)(`goose ${goose.version}`, { timeout: 3 * CLIENT_MS }, () => {
  let place: Place;
  let model: StubModel;
  let env: Readonly<Record<string, string>>;

  beforeEach(async () => {
    place = await openPlace();
    model = await startStubModel();
    const root = dirname(place.home);
    await mkdir(homeIn(root), { recursive: true });
    const clean = cleanEnvironment(root);
    const given = goose.setUp({ home: homeIn(root), modules: "", modelUrl: model.url });
    const path = [dirname(PROGRAM), clean["PATH"] ?? ""].join(delimiter);
    env = { ...clean, ...given.env, PATH: path, GOOSE_MODE: "auto", PARLEY_AGENT: "goose" };
  });
  afterEach(async () => {
    await model.close();
    await place[Symbol.asyncDispose]();
  });

  /** As a person would in a terminal, without Parley. */
  async function talkInGoose(prompt: string): Promise<void> {
    const args = ["run", "--name", "begun-in-goose", "-t", prompt];
    const all = { ...env, ...place.marker.env };
    const child = spawn(PROGRAM, args, { cwd: place.work, env: all, stdio: ["ignore", "pipe", "pipe"] });
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "close") as Promise<[number | null]>,
    ]);
    expect([code, stdout + stderr]).toEqual([0, expect.stringContaining("A thin thing")]);
  }

  const parley = (...args: readonly string[]): Promise<Outcome> => place.run(args, { env });

  async function list(...args: readonly string[]): Promise<readonly Listed[]> {
    const { stdout, stderr } = await parley("agents", "sessions", "goose", "--json", ...args);
    expect(stderr).toBe("");
    return (JSON.parse(stdout) as { readonly sessions: readonly Listed[] }).sessions;
  }

  async function tryOut(): Promise<void> {
    await talkInGoose(`What is a needle?\n${stubScript("say A thin thing")}`);
    const [own] = await list("--here");
    expect(own).toMatchObject({ agentSessionId: expect.any(String) as string, cwd: place.work });
    const id = own?.agentSessionId ?? "";
    const resume = ["run", "--agent", "goose", "--resume", id, "--format", "json"];
    const ran = await parley(...resume, `And a haystack?\n${stubScript("say A heap of hay")}`);
    const { sessionId, text: answer } = JSON.parse(ran.stdout) as { readonly sessionId: string; readonly text: string };
    expect([ran.code, answer]).toEqual([0, "A heap of hay"]);
    // Goose itself has continued: its model was given what was said before.
    const asked = await model.waitFor("the second prompt", ({ conversation, isSide }) => {
      return !isSide && conversation !== undefined && fullTextOf(conversation).includes("And a haystack?");
    });
    expect(asked.conversation === undefined ? "" : fullTextOf(asked.conversation)).toContain("A thin thing");
    const shown = (await parley("sessions", "show", sessionId)).stdout;
    const at = ["What is a needle?", "A thin thing", "And a haystack?", "A heap of hay"].map((said) =>
      shown.indexOf(said),
    );
    expect(at).not.toContain(-1);
    expect(at).toEqual(at.toSorted((a, b) => a - b));
    expect((await list("--here")).find(({ agentSessionId }) => agentSessionId === id)).toMatchObject({ sessionId });
    const again = await parley(...resume, stubScript("say Still here"));
    expect(JSON.parse(again.stdout)).toMatchObject({ sessionId, text: "Still here" });
  }

  it("has its sessions listed, opened with their history and continued", tryOut);

  it("has them on a server as well", async () => {
    await using server = await serve(place, [], { env });
    await tryOut();
    const { sessions } = (await (await server.fetch("/sessions")).json()) as { readonly sessions: readonly unknown[] };
    expect(sessions).toHaveLength(1);
  });
});
