// The built command where libsql is not installed: Node's own SQLite takes its place, and an older Node says what to do.
import { execFile } from "node:child_process";
import { cp, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../repository/workspaces.ts";
import { openPlace, type Outcome, type Place } from "./run-parley.ts";

const [MAJOR = 0, MINOR = 0] = process.versions.node.split(".").map(Number);
const HAS_SQLITE = MAJOR > 22 || (MAJOR === 22 && MINOR >= 13);
const INSTALLED = ["@lydell", "@vscode", "tar", "yauzl"];

const HEADER = { parley: "session", version: 1, title: "Toast", agent: "script", cwd: "/code" };
const PROMPT = { v: 1, seq: 1, at: 1, sessionId: "x", type: "prompt", prompt: [{ type: "text", text: "with jam" }] };
const SESSION = `${JSON.stringify(HEADER)}\n${JSON.stringify(PROMPT)}\n`;

interface Found {
  readonly store: unknown;
  readonly imported: Outcome;
  readonly found: Outcome;
}

async function tryWithout(): Promise<Found> {
  await using place = await openPlace();
  const dist = place.file("parley", "dist");
  await mkdir(place.file("parley", "node_modules"), { recursive: true });
  for (const name of INSTALLED)
    await symlink(join(root, "node_modules", name), place.file("parley", "node_modules", name));
  await cp(join(root, "apps/cli/dist"), dist, { recursive: true, filter: (name) => !name.endsWith(".map") });
  const parley = (...args: string[]): Promise<Outcome> => runFile(join(dist, "parley.cjs"), args, place);
  const doctor = await parley("doctor", "--json");
  const { findings } = JSON.parse(doctor.stdout) as { readonly findings: readonly { readonly id: string }[] };
  await writeFile(place.file("toast.ndjson"), SESSION);
  const imported = await parley("sessions", "import", place.file("toast.ndjson"));
  return {
    store: findings.find(({ id }) => id === "store"),
    imported,
    found: await parley("sessions", "search", "jam"),
  };
}

it.runIf(HAS_SQLITE)("stores sessions with Node's own SQLite, without a warning", { timeout: 120_000 }, async () => {
  const { store, imported, found } = await tryWithout();
  expect(store).toMatchObject({ health: "ok", text: expect.stringMatching(/node:sqlite \(SQLite 3\./) });
  expect(imported).toMatchObject({ code: 0, stderr: expect.not.stringContaining("Warning") });
  expect(found).toMatchObject({ code: 0, stdout: expect.stringContaining("Toast"), stderr: "" });
});

it.skipIf(HAS_SQLITE)("names the remedy on a Node without SQLite", { timeout: 120_000 }, async () => {
  const { store, imported } = await tryWithout();
  const fix = expect.stringContaining("Node 22.13 or newer");
  expect(store).toMatchObject({ health: "fail", text: expect.stringContaining("libsql could not be loaded"), fix });
  expect(imported).toMatchObject({ stderr: fix });
  expect(imported.code).not.toBe(0);
});

function runFile(file: string, args: readonly string[], { work, env }: Place): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(process.execPath, [file, ...args], { cwd: work, env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
  });
}
