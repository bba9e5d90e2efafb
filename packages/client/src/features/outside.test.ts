// Whatever an agent sends and whatever a person answers: nothing outside the folders of the session is read or written.
import { array, asyncProperty, constantFrom, assert, oneof, option, record, string, tuple } from "fast-check";
import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openTestSession, type TestSession } from "./testing/open-session.ts";

const SECRET = "the secret outside";

/** A session's folder with every kind of way out of it. */
async function openScene(): Promise<TestSession> {
  const session = await openTestSession({ level: "bypass" });
  const { folder, cwd } = session;
  // Somebody who says yes to everything.
  session.person.permission = ({ options }) => {
    const yes = options.find(({ kind }) => kind.startsWith("allow"));
    return Promise.resolve({
      outcome: yes === undefined ? { outcome: "cancelled" } : { outcome: "selected", optionId: yes.optionId },
    });
  };
  await mkdir(folder.file("outside/deep"), { recursive: true });
  await mkdir(folder.file("work-sibling"));
  for (const path of ["secret.txt", "outside/secret.txt", "outside/deep/secret.txt", "work-sibling/secret.txt"]) {
    await writeFile(folder.file(path), SECRET);
  }
  await mkdir(join(cwd, "sub/deep"), { recursive: true });
  await writeFile(join(cwd, "a.txt"), "inside");
  await writeFile(join(cwd, "sub/secret.txt"), "inside");
  const links = {
    "link-file": folder.file("secret.txt"),
    "link-folder": folder.file("outside"),
    "link-up": "..",
    "sub/link-relative": "../../outside/secret.txt",
    "sub/link-link": "../link-folder",
    "link-missing": folder.file("outside/new.txt"),
    "link-root": "/",
    "link-self": "link-self",
  };
  for (const [name, target] of Object.entries(links)) await symlink(target, join(cwd, name));
  return session;
}

/** Every file but those of the session and of ours, without following a link. */
async function readOutside({ folder }: TestSession): Promise<Record<string, string>> {
  const all: Record<string, string> = {};
  const walk = async (path: string): Promise<void> => {
    for (const entry of await readdir(folder.file(path), { withFileTypes: true })) {
      const below = join(path, entry.name);
      if (below === "work" || below === "home") continue;
      if (entry.isDirectory()) await walk(below);
      else all[below] = entry.isFile() ? await readFile(folder.file(below), "utf8") : "no file";
    }
  };
  await walk("");
  return all;
}

const piece = oneof(
  constantFrom(
    "..",
    ".",
    "",
    "sub",
    "deep",
    "a.txt",
    "secret.txt",
    "outside",
    "new.txt",
    "work",
    "work-sibling",
    "link-file",
  ),
  constantFrom(
    "link-folder",
    "link-up",
    "link-relative",
    "link-link",
    "link-missing",
    "link-root",
    "link-self",
    "~",
    "%2e%2e",
  ),
  constantFrom("..\\", "\0", "...", "secret.txt\0.png", "SECRET.TXT", "\u2024\u2024", " ", "tmp", "etc", "passwd"),
  string({ maxLength: 4 }),
);
const start = constantFrom(
  "cwd",
  "cwd-sibling",
  "temp",
  "root",
  "double",
  "file",
  "proc-root",
  "proc-cwd",
  "relative",
  "home",
);
const target = tuple(start, array(piece, { maxLength: 7 }));

function toPath({ cwd, folder }: TestSession, [from, pieces]: readonly [string, readonly string[]]): string {
  const rest = pieces.join("/");
  const starts: Record<string, string> = {
    cwd: `${cwd}/`,
    "cwd-sibling": `${cwd}-sibling/`,
    temp: `${folder.path}/`,
    root: "/",
    double: `/${cwd}/`,
    file: `file://${cwd}/`,
    "proc-root": `/proc/self/root${folder.path}/`,
    "proc-cwd": "/proc/self/cwd/",
    relative: "",
    home: "~/",
  };
  return `${starts[from] ?? ""}${rest}`;
}

const runs = Number(process.env["PARLEY_PROPERTY_RUNS"] ?? 300);

describe.skipIf(process.platform === "win32")("outside the folders of a session", () => {
  it("nothing is read by any path", async () => {
    await using session = await openScene();
    const lines = option(record({ line: constantFrom(-1, 0, 1, 2, 1e9), limit: constantFrom(0, 1, 1e9) }));
    await assert(
      asyncProperty(target, lines, async (path, range) => {
        const answer = await settle(session.call("fs/read_text_file", { path: toPath(session, path), ...range }));
        expect(JSON.stringify(answer)).not.toContain(SECRET);
        expect(JSON.stringify(answer)).not.toContain("root:");
      }),
      { numRuns: runs },
    );
    expect(JSON.stringify(session.events)).not.toContain(SECRET);
  });

  it("nothing is written by any path", async () => {
    await using session = await openScene();
    const before = await readOutside(session);
    await assert(
      asyncProperty(target, async (path) => {
        await settle(session.call("fs/write_text_file", { path: toPath(session, path), content: "overwritten" }));
        expect(await readOutside(session)).toEqual(before);
      }),
      { numRuns: runs },
    );
    expect(await readFile("/etc/passwd", "utf8")).not.toContain("overwritten");
  });

  it("nothing is read or written after a permission for something else, or for just that", async () => {
    await using session = await openScene();
    const before = await readOutside(session);
    const kinds = constantFrom("read", "edit", "delete", "move", "execute", "other", "fetch", undefined);
    const options = [{ optionId: "yes", name: "Yes", kind: "allow_once" }];
    await assert(
      asyncProperty(target, target, kinds, async (granted, used, kind) => {
        const path = toPath(session, granted);
        const toolCall = { toolCallId: "1", kind, locations: [{ path }], rawInput: { path, command: path } };
        await settle(session.call("session/request_permission", { toolCall, options }));
        for (const wanted of [granted, used]) {
          const call = { path: toPath(session, wanted) };
          const answer = await settle(session.call("fs/read_text_file", call));
          expect(JSON.stringify(answer)).not.toContain(SECRET);
          await settle(session.call("fs/write_text_file", { ...call, content: "overwritten" }));
        }
        expect(await readOutside(session)).toEqual(before);
      }),
      { numRuns: runs / 2 },
    );
  });

  it("no command is started", async () => {
    await using session = await openScene();
    await assert(
      asyncProperty(target, async (path) => {
        const cwd = toPath(session, path);
        const answer = await settle(session.call("terminal/create", { command: "pwd", args: ["-P"], cwd }));
        const { terminalId } = answer as { terminalId?: string };
        if (terminalId === undefined) return;
        await session.call("terminal/wait_for_exit", { terminalId });
        const { output } = (await session.call("terminal/output", { terminalId })) as { output: string };
        expect(`${output.trimEnd()}/`).toContain(`${session.cwd}/`);
        await session.call("terminal/release", { terminalId });
      }),
      { numRuns: Math.min(runs, 60) },
    );
  });
});

/** The answer, or the error as the agent would hear it. */
async function settle(call: Promise<unknown>): Promise<unknown> {
  try {
    return await call;
  } catch (error) {
    const { code, message, data } = error as { code: unknown; message: string; data: unknown };
    if (typeof code !== "number") throw error;
    return { code, message, data };
  }
}
