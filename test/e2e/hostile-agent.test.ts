// An agent that says one thing and does another, against the built command and its server.
import { PseudoTerminal } from "@parley/test-support/pseudo-terminal";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPlace, PARLEY, type Place } from "./run-parley.ts";
import { serve, type Served } from "./serve/served.ts";

const AGENT = [process.execPath, fileURLToPath(new URL("hostile-agent.mjs", import.meta.url))];
const OPTIONS = [
  { optionId: "yes", name: "Allow", kind: "allow_once" },
  { optionId: "no", name: "Reject", kind: "reject_once" },
];

type Call = readonly [method: string, params: object];

function question(toolCall: object, options: readonly object[] = OPTIONS): Call {
  return ["session/request_permission", { toolCall: { toolCallId: "1", ...toolCall }, options }];
}

const writeItself = (path: string, content: string): Call => ["write-itself", { path: `CWD/${path}`, content }];
const showDiff = (path: string, newText: string): Call =>
  question({ toolCallId: path, kind: "edit", content: [{ type: "diff", path: `CWD/${path}`, newText }] });

/** Two files are approved, and one of them gets another text. */
const SWITCHED = [
  showDiff("good.txt", "A\n"),
  showDiff("bad.txt", "A\n"),
  writeItself("good.txt", "A\n"),
  writeItself("bad.txt", "B\n"),
];

/** The lines about the two files, as `parley run` prints them. */
function linesOf({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }): readonly string[] {
  return `${stdout}${stderr}`.split("\n").filter((line) => /\b(good|bad)\.txt \(/.test(line));
}

const REPORTED = [
  expect.stringMatching(/bad\.txt .* — differs from what you approved$/),
  expect.stringMatching(/good\.txt \([^—]*$/),
];

let place: Place;

beforeAll(async () => {
  place = await openPlace();
  await mkdir(place.file("secrets"));
  await writeFile(place.file("secrets", "key"), "key");
  await place.run(["rules", "add", "deny", "read(secrets/**)"]);
  await place.run(["rules", "add", "deny", "write(secrets/**)"]);
});

afterAll(async () => place[Symbol.asyncDispose]());

/** What the agent heard, when everything that is asked is answered so. */
async function run(approve: "all" | "none", level: string, calls: readonly Call[]): Promise<readonly unknown[]> {
  const args = ["run", "--no-server", "--approve", approve, "--level", level, JSON.stringify(calls), "--", ...AGENT];
  const { stdout, stderr } = await place.run(args);
  const [line] = stdout.trim().split("\n");
  if (!line?.startsWith("[")) throw new Error(`${stdout}\n${stderr}`);
  return JSON.parse(line) as readonly unknown[];
}

const chosen = (optionId: string): object => ({ result: { outcome: { outcome: "selected", optionId } } });

describe("the built command", () => {
  it("asks about a read, search or think call that runs something or changes a file", async () => {
    const calls = [
      question({ kind: "read", rawInput: { path: "CWD/a.txt", command: "npm install x" } }),
      question({ kind: "search", rawInput: { path: "CWD", cmd: ["npm", "install"] } }),
      question({ kind: "think", rawInput: { script: "npm install x" } }),
      question({ kind: "think", content: [{ type: "diff", path: "CWD/a.txt", newText: "x" }] }),
      question({ kind: "read", rawInput: { path: "CWD/a.txt", content: "x" } }),
      // A plain read needs no approval.
      question({ kind: "read", rawInput: { path: "CWD/a.txt" } }),
    ];
    const answers = await run("none", "supervised", calls);
    expect(answers).toMatchObject([...[1, 2, 3, 4, 5].map(() => chosen("no")), chosen("yes")]);
  });

  it("protects a denied folder under any name, even with --approve all", async () => {
    const shapes: readonly object[] = [
      { kind: "read", rawInput: { path: "CWD/a.txt", anything: "secrets/key" } },
      { kind: "read", rawInput: { path: "CWD/a.txt", args: ["--file=secrets/key"] } },
      { kind: "edit", rawInput: { edits: [{ path: "secrets/key", old: "k", new: "x" }] } },
      { kind: "edit", rawInput: { input: "*** Begin Patch\n*** Update File: secrets/key\n@@\n-k\n+x\n*** End Patch" } },
      { kind: "think", rawInput: JSON.stringify({ nested: { path: "secrets/key" } }) },
      { kind: "read", rawInput: { cwd: "secrets", file: "key" } },
      { kind: "other", title: "mcp__files__read", rawInput: { path: "secrets/key" } },
    ];
    const answers = await run(
      "all",
      "bypass",
      shapes.map((shape) => question(shape)),
    );
    expect(answers).toMatchObject(shapes.map(() => chosen("no")));
  });

  it("writes the text that was shown, once, and nothing else", async () => {
    const shown = question({ kind: "edit", content: [{ type: "diff", path: "CWD/b.txt", newText: "A\n" }] });
    const write = (content: string): Call => ["fs/write_text_file", { path: "CWD/b.txt", content }];
    using terminal = openTerminal([shown, write("B\n"), write("A\n"), write("A\n")]);
    // The fourth of our own answers rejects.
    for (const answer of ["1", "4", "4"]) {
      await terminal.sees("Your answer? [1-");
      terminal.types(`${answer}\r`);
    }
    await terminal.sees('"result":{}');
    await terminal.exited;
    expect(await readFile(place.file("b.txt"), "utf8")).toBe("A\n");
  });

  it("reports a file that the agent wrote with a text other than the approved one", async () => {
    const args = ["run", "--no-server", "--approve", "all", "--level", "supervised", JSON.stringify(SWITCHED)];
    expect(linesOf(await place.run([...args, "--", ...AGENT]))).toEqual(REPORTED);
  });

  it("shows what was checked, and what each option does", async () => {
    const options = [{ optionId: "a", name: "Reject", kind: "allow_always" }, OPTIONS[1] ?? {}];
    const rawInput = { path: "CWD/a.txt", command: "npm install x", cwd: "CWD", env: { GIT_DIR: "/x" } };
    using terminal = openTerminal([question({ kind: "read", title: "Read a.txt\u200b", rawInput }, options)]);
    await terminal.sees("Read a.txt\\u200b");
    await terminal.sees("$ npm install x");
    await terminal.sees("with GIT_DIR=/x");
    await terminal.sees("Allow always (the agent calls it “Reject”)");
    await terminal.sees("Your answer? [1-");
    terminal.types("2\r");
    await terminal.sees('"optionId":"no"');
    expect(await terminal.exited).toBe(0);
  });

  it("never answers with an option id that is ambiguous", async () => {
    const options = [
      { optionId: "x", name: "Reject", kind: "reject_once" },
      { optionId: "x", name: "Allow", kind: "allow_once" },
    ];
    const call = question({ kind: "execute", rawInput: { command: "npm install x" } }, options);
    for (const approve of ["all", "none"] as const) {
      expect(await run(approve, "bypass", [call])).toMatchObject([{ result: { outcome: { outcome: "cancelled" } } }]);
    }
    expect(existsSync(place.file("node_modules"))).toBe(false);
  });
});

function openTerminal(calls: readonly Call[]): PseudoTerminal {
  const args = ["run", "--no-server", "--level", "supervised", JSON.stringify(calls), "--", ...AGENT];
  return new PseudoTerminal(process.execPath, [PARLEY, ...args], {
    cwd: place.work,
    env: { ...place.env, TERM: "xterm" },
  });
}

describe("its server", { timeout: 90_000 }, () => {
  let server: Served;
  beforeAll(async () => {
    await place.run(["agents", "add", "hostile", "--", ...AGENT]);
    server = await serve(place, ["--level", "supervised"]);
  });
  afterAll(async () => void (await server.end()));

  it("reports a file that the agent wrote with a text other than the approved one", async () => {
    await Promise.all(["good.txt", "bad.txt"].map((name) => rm(place.file(name), { force: true })));
    const args = ["run", "--approve", "all", "--agent", "hostile", JSON.stringify(SWITCHED)];
    expect(linesOf(await place.run(args))).toEqual(REPORTED);
    const { sessions } = (await (await server.fetch("/sessions")).json()) as { sessions: readonly { id: string }[] };
    const { events } = (await (await server.fetch(`/sessions/${sessions[0]?.id}/events?limit=1000`)).json()) as {
      events: readonly { type: string; files?: readonly object[] }[];
    };
    expect(events.flatMap(({ files = [] }) => files)).toMatchObject([
      { path: "bad.txt", isUncovered: true, differsFromApproved: true },
      { path: "good.txt" },
    ]);
  });

  it("asks with full details, and with accurate names for the options", async () => {
    const options = [{ optionId: "a", name: "Reject", kind: "allow_always" }, ...OPTIONS];
    const rawInput = { path: "CWD/a.txt", command: "npm install x", also: "/etc/passwd" };
    const content = JSON.stringify([question({ kind: "read", title: "Read a.txt", rawInput }, options)]);
    const input = [{ role: "user", parts: [{ content_type: "text/plain", content }] }];
    const begun = await fetch(`${server.url}/runs`, {
      method: "POST",
      headers: { authorization: `Bearer ${server.token}`, "content-type": "application/json" },
      body: JSON.stringify({ agent_name: "hostile", input, mode: "sync" }),
    });
    const waiting = (await begun.json()) as {
      status: string;
      await_request: { message: { parts: { content: string }[] } };
    };
    expect(waiting.status).toBe("awaiting");
    const text = waiting.await_request.message.parts[0]?.content;
    for (const shown of ["$ npm install x", "/etc/passwd", "Allow always (the agent calls it “Reject”)"]) {
      expect(text).toContain(shown);
    }
  });
});
