// `parley doctor` beyond the machine: the server of this home, the model and its keys, agents that cannot be used, the home itself.
import { chmod, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPlace, type Place } from "./run-parley.ts";
import { serve, type Served } from "./serve/served.ts";

interface Finding {
  readonly id: string;
  readonly health: "ok" | "warn" | "fail";
  readonly text: string;
  readonly fix?: string;
}

let place: Place;
/** No keys of whoever runs the tests. */
const NO_KEYS = Object.fromEntries(
  ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "OPENAI_BASE_URL", "GEMINI_API_KEY", "GITHUB_TOKEN"].map((name) => [
    name,
    "",
  ]),
);

async function examine(env: Record<string, string> = {}): Promise<(id: string) => Finding | undefined> {
  const { stdout, code } = await place.run(["doctor", "--json"], { env: { ...NO_KEYS, ...env } });
  const { findings, isHealthy } = JSON.parse(stdout) as { isHealthy: boolean; findings: readonly Finding[] };
  expect(code).toBe(isHealthy ? 0 : 1);
  return (id) => findings.find((finding) => finding.id === id);
}

beforeAll(async () => {
  place = await openPlace();
});
afterAll(() => place[Symbol.asyncDispose]());

describe("the server", { timeout: 90_000 }, () => {
  const file = (): string => join(place.home, "server.json");
  let server: Served | undefined;
  afterAll(async () => server?.[Symbol.asyncDispose]());

  it("is reported with its version while it runs, and as stale after a crash", async () => {
    expect((await examine())("server")).toMatchObject({ health: "ok", text: expect.stringContaining("No server") });
    server = await serve(place);
    const running = {
      health: "ok",
      text: expect.stringMatching(/^Server \d+\.\d+\.\d+ at http:\/\/127\.0\.0\.1:\d+ /),
    };
    const found = await examine();
    expect(found("server")).toMatchObject(running);
    expect(found("server-version")).toBeUndefined();
    const entry = JSON.parse(await readFile(file(), "utf8")) as object;
    await writeFile(file(), JSON.stringify({ ...entry, version: "0.0.1" }));
    expect((await examine())("server-version")).toMatchObject({
      health: "warn",
      fix: expect.stringContaining("parley server stop"),
    });
    await server.end("SIGKILL");
    expect((await examine())("server")).toMatchObject({
      health: "warn",
      text: expect.stringContaining("is stale"),
      fix: expect.stringMatching(/^rm .*server\.json$/),
    });
  });

  it("is a failure if its process does not respond, and a warning if the file is damaged", async () => {
    // A process that is alive and is not a server: the number was given to another one.
    await writeFile(file(), JSON.stringify({ url: "http://127.0.0.1:9", pid: process.pid, startedAtMs: 1 }));
    expect((await examine())("server")).toMatchObject({
      health: "fail",
      text: expect.stringContaining("does not respond"),
    });
    await writeFile(file(), "{ half");
    expect((await examine())("server")).toMatchObject({
      health: "warn",
      text: expect.stringContaining("cannot be read"),
    });
    await writeFile(file(), "{}");
  });
});

describe("the model", { timeout: 90_000 }, () => {
  it("is missing on a fresh machine, with a remedy", async () => {
    const found = await examine();
    expect(found("model")).toMatchObject({ health: "warn", fix: expect.stringContaining("parley agent login") });
    expect(found("keys")?.text).toMatch(/^No model keys; not set: anthropic, /);
  });

  it("is found through a key in the environment or a saved one", async () => {
    const found = await examine({ ANTHROPIC_API_KEY: "sk-secret" });
    expect(found("model")).toMatchObject({ health: "ok", text: expect.stringContaining("uses anthropic/") });
    expect(found("keys")?.text).toContain("Anthropic (environment)");
    const saved = await place.run(["agent", "login", "google"], {
      input: "key-1\n",
      env: { ...NO_KEYS, GOOGLE_GEMINI_BASE_URL: "http://127.0.0.1:9" },
    });
    expect(saved).toMatchObject({ code: 0, stderr: expect.stringContaining("Saved to ") });
    const after = await examine();
    expect(after("model")).toMatchObject({ health: "ok", text: expect.stringContaining("uses google/") });
    expect(after("keys")?.text).toContain("Google Gemini (saved)");
    expect((await place.run(["agent", "logout"])).stderr).toContain("Removed the saved key of google");
  });

  it("is a failure if it is configured without a key, or is unknown", async () => {
    expect((await examine({ PARLEY_MODEL: "anthropic/x" }))("model")).toMatchObject({
      health: "fail",
      fix: expect.stringContaining("parley agent login anthropic"),
    });
    expect((await examine({ PARLEY_MODEL: "nonsense" }))("model")).toMatchObject({ health: "fail" });
  });
});

describe("agents", { timeout: 90_000 }, () => {
  it("that are missing, too old or broken are warnings with a remedy", async () => {
    const bin = place.file("bin");
    await mkdir(bin);
    await writeFile(join(bin, "goose"), "#!/bin/sh\necho 1.2.0\n");
    await chmod(join(bin, "goose"), 0o755);
    await writeFile(join(bin, "opencode"), "#!/no/such/interpreter\n");
    await chmod(join(bin, "opencode"), 0o755);
    await writeFile(join(place.home, "config.json"), JSON.stringify({ agents: { gone: { command: "/no/such" } } }));
    const found = await examine({ PATH: `${bin}:/bin:/usr/bin` });
    expect(found("agent-goose")).toMatchObject({ health: "warn", text: expect.stringContaining("1.16.0 or newer") });
    expect(found("agent-opencode")).toMatchObject({ health: "warn", text: expect.stringContaining("cannot be used") });
    expect(found("agent-gone")).toMatchObject({
      health: "warn",
      text: expect.stringContaining('Program "/no/such" not found'),
      fix: expect.stringContaining("parley agents remove gone"),
    });
  });
});

describe("the home", { timeout: 90_000 }, () => {
  it.runIf(process.platform === "linux")(
    "is a failure if nothing can be written, even with the right permissions",
    async () => {
      expect((await examine({ PARLEY_HOME: "/proc/nowhere/parley" }))("home")).toMatchObject({
        health: "fail",
        text: expect.stringContaining("/proc/nowhere/parley cannot be created"),
        fix: expect.stringContaining("PARLEY_HOME"),
      });
      expect((await examine({ PARLEY_HOME: "/sys" }))("home")).toMatchObject({ health: "fail" });
    },
  );

  it("is fine if it can be created, even several folders deep", async () => {
    const deep = place.file("a", "b", "c");
    expect((await examine({ PARLEY_HOME: deep }))("home")).toMatchObject({ health: "ok" });
  });
});

describe("the configuration", { timeout: 60_000 }, () => {
  it("accepts every documented field, and reports a misspelt one", async () => {
    const root = join(import.meta.dirname, "../..");
    const documents = await Promise.all(
      ["agent.md", "server.md", "api.md", "configuration.md"].map((name) => readFile(join(root, "docs", name), "utf8")),
    );
    const samples = documents.flatMap((text) =>
      [...text.matchAll(/```json\n(\{.*?\})\n```/gs)].map(([, json]) => json!),
    );
    const documented: object = Object.assign({ commandVariables: [] }, ...samples.map((json) => JSON.parse(json)));
    expect(Object.keys(documented)).toEqual(expect.arrayContaining(["serverKeys", "models", "mcpServers", "hooks"]));
    const path = join(place.home, "config.json");
    try {
      await writeFile(path, JSON.stringify(documented));
      expect((await examine())("config")).toMatchObject({ health: "ok" });
      await writeFile(path, JSON.stringify({ ...documented, serverKey: [] }));
      expect((await examine())("config")).toMatchObject({
        health: "warn",
        text: expect.stringContaining('unknown setting "serverKey"'),
      });
    } finally {
      await rm(path, { force: true });
    }
  });
});
