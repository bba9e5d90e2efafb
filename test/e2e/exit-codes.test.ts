// The table of exit codes in docs/command-line.md: every row from the built command, on its own and through a server.
import { holdClosedPort } from "@parley/test-support";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../repository/workspaces.ts";
import { liar, program, scripted } from "./agents.ts";
import { openPlace, type Outcome, type Place } from "./run-parley.ts";
import { sees, serve, type Served } from "./serve/served.ts";

const TEST_MS = 120_000;

interface Row {
  readonly code: number;
  readonly args: readonly string[];
  readonly stderr: RegExp;
}

/** Agents by the names that the configuration gives them. */
const AGENTS = {
  "signs-in": () => scripted({ requireSignIn: true }),
  crashes: () => liar("killed-mid-turn"),
  "dies-at-once": async () => program('console.error("the disk is on fire"); process.exit(3)'),
  "not-there": async () => ["--", "no-such-program-anywhere"],
  "speaks-2": () => liar("speaks-version-2"),
} as const;

const ROWS: readonly Row[] = [
  { code: 0, args: ["say Hello"], stderr: /^$/ },
  { code: 1, args: ["fail out of paper"], stderr: /out of paper/ },
  { code: 2, args: ["--mode", "dance", "say x"], stderr: /mode "?dance/i },
  { code: 2, args: ["--file", "missing.txt", "say x"], stderr: /missing\.txt/ },
  { code: 2, args: ["--session", "0123", "say x"], stderr: /0123/ },
  { code: 3, args: ["--agent", "nobody", "say x"], stderr: /nobody/ },
  { code: 3, args: ["--agent", "not-there", "say x"], stderr: /no-such-program-anywhere/ },
  { code: 3, args: ["--agent", "speaks-2", "lie"], stderr: /version 2/ },
  { code: 3, args: ["--server", "http://127.0.0.1:1", "say x"], stderr: /127\.0\.0\.1:1/ },
  { code: 4, args: ["--agent", "signs-in", "say x"], stderr: /sign/i },
  { code: 5, args: ["--agent", "dies-at-once", "say x"], stderr: /the disk is on fire/ },
  { code: 5, args: ["--agent", "crashes", "lie"], stderr: /SIGKILL/ },
  { code: 6, args: ["stop refusal"], stderr: /refused/ },
  { code: 7, args: ["stop max_tokens"], stderr: /limit/ },
  { code: 7, args: ["stop max_turn_requests"], stderr: /limit/ },
  { code: 8, args: ["ask Is anybody there?"], stderr: /not a terminal/ },
];

let place: Place;
let server: Served;

beforeAll(async () => {
  place = await openConfigured();
  server = await serve(place);
}, TEST_MS);

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await place[Symbol.asyncDispose]();
});

/** With the agents in its configuration. */
async function openConfigured(): Promise<Place> {
  const configured = await openPlace();
  const agents: Record<string, { command: string; args: readonly string[] }> = {};
  for (const [name, make] of Object.entries(AGENTS)) {
    const [, command = "", ...args] = await make();
    agents[name] = { command, args };
  }
  await writeFile(join(configured.home, "config.json"), JSON.stringify({ agents }));
  return configured;
}

/** Without a server, one command at a time has the sessions of a home. */
async function inPlace(isAlone: boolean, work: (where: Place) => Promise<void>): Promise<void> {
  if (!isAlone) return work(place);
  await using own = await openConfigured();
  await work(own);
}

describe.each([
  ["on its own", ["--no-server"]],
  ["through a server", []],
])("parley run %s exits with", { timeout: TEST_MS }, (_, where) => {
  const isAlone = where.length > 0;

  // Each row has processes of its own.
  it.concurrent.each(ROWS)("$code for $args", ({ code, args, stderr }) =>
    inPlace(isAlone, async (own) => {
      const outcome = await own.run(["run", ...(args.includes("--server") ? [] : where), ...args]);
      expect({ code: outcome.code, stderr: outcome.stderr }).toEqual({ code, stderr: expect.stringMatching(stderr) });
    }),
  );

  it("130 when it is cancelled", () =>
    inPlace(isAlone, async (own) => {
      const running = own.start(["run", ...where, "say Begun\nwait 600000"]);
      await sees(running, "Begun");
      running.child.kill("SIGINT");
      expect((await running.ended).code).toBe(130);
    }));
});

describe("other commands exit with", { timeout: TEST_MS }, () => {
  it("4 if the server rejects the token", async () => {
    const args = ["run", "--server", server.url, "--token-file", place.file("token"), "say x"];
    await writeFile(place.file("token"), "not-the-token");
    expect(await place.run(args)).toMatchObject({ code: 4, stdout: "" });
  });

  it.concurrent.each([[["--once"]], [[]], [["--json"]]])("3 if there is nothing to watch, with %j", async (args) => {
    using nowhere = await holdClosedPort();
    const outcome: Outcome = await place.run(["watch", ...args, `127.0.0.1:${nowhere.port}`]);
    expect(outcome).toMatchObject({ code: 3, stdout: "" });
    expect(outcome.stderr).toContain("parley proxy");
  });

  it("1 if a server has the sessions of the home, with --no-server", async () => {
    const { code, stderr } = await place.run(["run", "--no-server", "say x"]);
    expect(code).toBe(1);
    expect(stderr).toContain(`are in use by the server at ${server.url} (process ${server.pid})`);
    expect(stderr).toContain("Omit --no-server, or set PARLEY_HOME to another folder");
  });

  it.each([[["--no-server"]], [[]]])("creates no session for a prompt that was never sent %j", async (where) => {
    await using fresh = await openPlace();
    await using own = where.length === 0 ? await serve(fresh) : undefined;
    expect(own === undefined).toBe(where.length > 0);
    for (const args of [
      ["--file", "missing.txt"],
      ["--mode", "dance"],
      ["--config", "nosuch=1"],
    ]) {
      expect((await fresh.run(["run", ...where, ...args, "say x"])).code).toBe(2);
    }
    const { stdout } = await fresh.run(["sessions", "list", "--json", ...where]);
    expect(JSON.parse(stdout)).toEqual({ sessions: [] });
  });
});

it("has a test for every row of the table", async () => {
  const page = await readFile(join(root, "docs/command-line.md"), "utf8");
  const table = page.slice(page.indexOf("## Exit codes"), page.indexOf("## JSON"));
  const codes = [...table.matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code));
  expect([...new Set(ROWS.map(({ code }) => code)), 130]).toEqual(codes);
});
