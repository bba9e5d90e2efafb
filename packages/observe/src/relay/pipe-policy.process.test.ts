import { createTempFolder, type TempFolder } from "@parley/test-support";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { openJudgedRelay, type JudgedRelay } from "./testing/judged-relay.ts";

/** A workspace with `src/a.ts`, `secret/key.txt`, and a link `src/link` to `secret`. */
async function createWorkspace(): Promise<TempFolder> {
  const folder = await createTempFolder();
  await mkdir(folder.file("src"));
  await mkdir(folder.file("secret"));
  await writeFile(folder.file("src", "a.ts"), "a");
  await writeFile(folder.file("secret", "key.txt"), "k");
  await symlink(folder.file("secret"), folder.file("src", "link"));
  return folder;
}

async function openSession(opened: JudgedRelay, cwd: string): Promise<void> {
  opened.client.write(`${JSON.stringify({ jsonrpc: "2.0", id: 0, method: "session/new", params: { cwd } })}\n`);
  await opened.client.until((soFar) => soFar.includes('"sessionId":"s1"'));
}

function request(id: unknown, method: string, params: object): string {
  return `${JSON.stringify({ jsonrpc: "2.0", id, method, params: { sessionId: "s1", ...params } })}\n`;
}

/** Comes through after everything that was said before it. */
async function sentOn(opened: JudgedRelay): Promise<string> {
  const mark = `{"jsonrpc":"2.0","method":"mark"}\n`;
  opened.agentSays(mark);
  await opened.client.until((soFar) => soFar.includes(mark));
  return opened.client.soFar().toString().replace(/^.*\n/, "").replace(mark, "");
}

interface Answer {
  readonly id?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data: { readonly subject: string } };
  readonly result?: unknown;
}

async function answers(opened: JudgedRelay, count: number): Promise<readonly Answer[]> {
  // The first is the request for the session.
  const heard = await opened.agentHears(count + 1);
  return heard.slice(1).map((line) => JSON.parse(line) as Answer);
}

test("a path outside the zones is refused with an error to the agent, and the client never sees the request", async () => {
  await using folder = await createWorkspace();
  await using opened = await openJudgedRelay({ zones: ["src/**"] }, folder.path);
  await openSession(opened, folder.path);
  const allowed = `{"method" : "fs/read_text_file","id": 1.0, "jsonrpc":"2.0", "params":{"sessionId":"s1","path":${JSON.stringify(folder.file("src", "a.ts"))}}}\r\n`;
  opened.agentSays(request("one", "fs/read_text_file", { path: folder.file("secret", "key.txt") }) + allowed);
  opened.agentSays(request(2, "fs/write_text_file", { path: folder.file("src", "link", "new.txt"), content: "x" }));
  opened.agentSays(request(3, "fs/read_text_file", { path: "/etc/hostname" }));
  expect(await sentOn(opened)).toBe(allowed);
  const [first, second, third] = await answers(opened, 3);
  expect(first).toMatchObject({
    id: "one",
    error: { code: -32_001, data: { subject: folder.file("secret", "key.txt") } },
  });
  expect(first?.error?.message).toContain("key.txt is not in an allowed zone (session:zones.allow)");
  expect(second).toMatchObject({ id: 2, error: { message: expect.stringContaining("not in an allowed zone") } });
  expect(third).toMatchObject({
    id: 3,
    error: { message: expect.stringContaining("outside this session's folders") },
  });
  expect(opened.blocked).toMatchObject([
    { type: "blocked", sessionId: "s1", path: folder.file("secret", "key.txt"), action: "read" },
    { type: "blocked", action: "write" },
    { type: "blocked", action: "read", path: "/etc/hostname" },
  ]);
  expect(opened.relay.stats.refused).toBe(3);
});

test("a recording has the refused request, and the answer to it", async () => {
  await using folder = await createWorkspace();
  await using opened = await openJudgedRelay({ denied: ["secret"] }, folder.path);
  await openSession(opened, folder.path);
  opened.agentSays(request(5, "fs/read_text_file", { path: folder.file("secret", "key.txt") }));
  await answers(opened, 1);
  opened.client.end();
  await opened.relay.ended;
  const seen = opened.frames.filter(({ text }) => text?.includes('"id":5') === true);
  expect(seen.map(({ direction }) => direction)).toEqual(["to_client", "to_agent"]);
});

test("an id is answered as it was written", async () => {
  await using folder = await createWorkspace();
  await using opened = await openJudgedRelay({ denied: ["secret"] }, folder.path);
  await openSession(opened, folder.path);
  const path = JSON.stringify(folder.file("secret", "key.txt"));
  for (const id of ["12345678901234567890", '"a\\"b"', "-7", "1e3"]) {
    opened.agentSays(
      `{"jsonrpc":"2.0","id":${id},"method":"fs/read_text_file","params":{"sessionId":"s1","path":${path}}}\n`,
    );
  }
  const heard = await opened.agentHears(5);
  expect(heard.slice(1).map((line) => /"id":(.*?),"error"/.exec(line)?.[1])).toEqual([
    "12345678901234567890",
    '"a\\"b"',
    "-7",
    "1e3",
  ]);
});

test("rules judge commands; what a rule would ask about passes, because the client can ask", async () => {
  await using folder = await createWorkspace();
  const file = folder.file("rules.json");
  const rules = [
    { id: "no-publish", verdict: "deny", kind: "execute", program: "npm", prefix: "publish" },
    { id: "ask-push", verdict: "ask", kind: "execute", program: "git", prefix: "push" },
  ];
  await writeFile(file, JSON.stringify({ rules }));
  await using opened = await openJudgedRelay({ file }, folder.path);
  await openSession(opened, folder.path);
  const passing = [
    request(1, "terminal/create", { command: "git", args: ["push"] }),
    request(2, "terminal/create", { command: "rm", args: ["-rf", "src"], env: [{ name: "A", value: "b" }] }),
    request(3, "terminal/output", { terminalId: "t" }),
    request(4, "_vendor/anything", { path: "/etc/passwd" }),
  ];
  opened.agentSays(passing.join(""));
  opened.agentSays(request(5, "terminal/create", { command: "cd src && npm publish --access public" }));
  opened.agentSays(request(6, "terminal/create", { command: "npm", args: ["publish"] }));
  opened.agentSays(request(7, "terminal/create", { command: 7 }));
  expect(await sentOn(opened)).toBe(passing.join(""));
  const [line, words, unclear] = await answers(opened, 3);
  expect(line).toMatchObject({ id: 5, error: { message: expect.stringContaining("(no-publish)") } });
  expect(words).toMatchObject({ id: 6, error: { message: expect.stringContaining("(no-publish)") } });
  expect(unclear).toMatchObject({ id: 7, error: { message: expect.stringContaining("a required field is missing") } });
});

test("a question about a tool call that is denied is answered with the agent's own no", async () => {
  await using folder = await createWorkspace();
  await using opened = await openJudgedRelay({ denied: ["secret"] }, folder.path);
  await openSession(opened, folder.path);
  const options = [
    { optionId: "yes", kind: "allow_once", name: "Yes" },
    { optionId: "no", kind: "reject_once", name: "No" },
  ];
  const locations = [{ path: folder.file("secret", "key.txt") }];
  const announced = `${JSON.stringify({
    jsonrpc: "2.0",
    method: "session/update",
    params: {
      sessionId: "s1",
      update: { sessionUpdate: "tool_call", toolCallId: "t1", title: "Edit", kind: "edit", locations },
    },
  })}\n`;
  const fine = request(1, "session/request_permission", {
    toolCall: { toolCallId: "t0", kind: "edit", rawInput: { path: folder.file("src", "a.ts") } },
    options,
  });
  opened.agentSays(announced + fine);
  // It says no more than the id; what was announced counts.
  opened.agentSays(request(2, "session/request_permission", { toolCall: { toolCallId: "t1" }, options }));
  opened.agentSays(
    request(3, "session/request_permission", {
      toolCall: { toolCallId: "t2", kind: "read", locations },
      options: options.slice(0, 1),
    }),
  );
  expect(await sentOn(opened)).toBe(announced + fine);
  const [second, third] = await answers(opened, 2);
  expect(second).toEqual({ jsonrpc: "2.0", id: 2, result: { outcome: { outcome: "selected", optionId: "no" } } });
  expect(third).toMatchObject({ id: 3, error: { code: -32_001 } });
  expect(opened.blocked).toHaveLength(2);
});

test("an answer of ours never gets into a line of the client that is half out", async () => {
  await using folder = await createWorkspace();
  await using opened = await openJudgedRelay({ denied: ["secret"] }, folder.path);
  await openSession(opened, folder.path);
  const refused = request(9, "fs/read_text_file", { path: folder.file("secret", "key.txt") });
  opened.client.write(`say:${Buffer.from(refused).toString("base64")}\n{"jsonrpc":"2.0","id":9,"half"`);
  while (opened.relay.stats.refused === 0) await new Promise((resolve) => setImmediate(resolve));
  opened.client.write(":true");
  opened.client.write('}\n{"whole":1}\n');
  expect((await opened.agentHears(4)).slice(1)).toEqual([
    '{"jsonrpc":"2.0","id":9,"half":true}',
    expect.stringContaining('"error"'),
    '{"whole":1}',
  ]);
  opened.client.end();
  await opened.relay.ended;
  // Those who watch saw the same lines.
  const seen = opened.frames.filter(({ direction }) => direction === "to_agent").map(({ text }) => text);
  expect(seen.slice(-3)).toEqual((await opened.agentHears(4)).slice(1));
});

test("invalid messages do not pass, nor do messages that two readers would read differently", async () => {
  await using folder = await createWorkspace();
  await using opened = await openJudgedRelay({ denied: ["secret"] }, folder.path);
  await openSession(opened, folder.path);
  const path = JSON.stringify(folder.file("secret", "key.txt"));
  const read = `"method":"fs/read_text_file","params":{"sessionId":"s1","path":${path}}`;
  opened.agentSays(`Loading…\n{"jsonrpc":"2.0"}{"id":1,${read}}\n`);
  opened.agentSays(`{"jsonrpc":"2.0","id":2,${read},\n"x":1}\n`);
  opened.agentSays(Buffer.concat([Buffer.from(`{"id":3,"x":"`), Buffer.from([0xff]), Buffer.from(`",${read}}\n`)]));
  opened.agentSays(`{"id":4,${read},"method":"session/update"}\n`);
  opened.agentSays(`{"id":5,"Method":"fs/read_text_file",${read.replace("fs/read_text_file", "x")}}\n`);
  opened.agentSays(`[{"id":6,${read}},{"id":7,"method":"terminal/output"},{"method":"session/update"}]\n`);
  opened.agentSays(`{"id":8,"\\u006dethod":"fs/read_text_file","params":{"sessionId":"s1","path":${path}}}\n\n`);
  const ok = `[{"id":9,"method":"terminal/output"}]\n`;
  opened.agentSays(ok);
  expect(await sentOn(opened)).toBe(`\n${ok}`);
  expect((await answers(opened, 5)).map(({ id }) => id)).toEqual([4, 5, 6, 7, 8]);
  expect(opened.policy.withheld).toBe(5);
});

test("a message too large to judge does not pass, and its sender gets an answer", async () => {
  await using folder = await createWorkspace();
  await using opened = await openJudgedRelay({ denied: ["secret"] }, folder.path);
  await openSession(opened, folder.path);
  const large = '"@LARGE@"';
  opened.agentSays(`{"jsonrpc":"2.0","id":"w","method":"fs/write_text_file","params":{"content":${large}}}\n`);
  opened.agentSays(`{"jsonrpc":"2.0","method":"fs/write_text_file","params":{"content":${large}},"id":77}\n`);
  opened.agentSays(`{"jsonrpc":"2.0","id":3,"result":{"content":${large}}}\n`);
  opened.agentSays(`{"jsonrpc":"2.0","method":"session/update","params":{"content":${large}}}\n`);
  const passed = await sentOn(opened);
  expect(JSON.parse(passed)).toMatchObject({ id: 3, error: { message: expect.stringContaining("too large") } });
  expect((await answers(opened, 2)).map(({ id }) => id)).toEqual(["w", 77]);
});

test("a folder that is not there leads to a refusal, not to a pass", async () => {
  await using folder = await createWorkspace();
  await using opened = await openJudgedRelay({ denied: ["secret"] }, folder.path);
  await openSession(opened, folder.file("gone"));
  opened.agentSays(request(1, "fs/read_text_file", { path: folder.file("gone", "a") }));
  // A session that nobody opened here is judged by the folder of the proxy.
  opened.agentSays(request(2, "fs/read_text_file", { sessionId: "other", path: folder.file("secret", "key.txt") }));
  const fine = request(3, "fs/read_text_file", { sessionId: "other", path: folder.file("src", "a.ts") });
  opened.agentSays(fine);
  expect(await sentOn(opened)).toBe(fine);
  expect((await answers(opened, 2)).map(({ id }) => id)).toEqual([1, 2]);
});

test("more folders of a session count too", async () => {
  await using folder = await createWorkspace();
  await using other = await createTempFolder();
  await using opened = await openJudgedRelay({ denied: ["secret"] }, folder.path);
  const params = { sessionId: "s1", cwd: folder.path, additionalDirectories: [other.path] };
  opened.client.write(`${JSON.stringify({ jsonrpc: "2.0", id: 0, method: "session/load", params })}\n`);
  const fine = request(1, "fs/write_text_file", { path: other.file("x"), content: "" });
  opened.agentSays(fine);
  expect(await sentOn(opened)).toBe("");
  expect(opened.client.soFar().toString()).toContain(fine);
});

test("a batch in a batch is judged like its messages, and withheld where it is too deep to be taken apart", async () => {
  await using folder = await createWorkspace();
  await using opened = await openJudgedRelay({ denied: ["secret/**"] }, folder.path);
  await openSession(opened, folder.path);
  const read = (id: number, ...names: readonly string[]): string =>
    request(id, "fs/read_text_file", { path: folder.file(...names) }).trimEnd();
  const secret = (id: number): string => read(id, "secret", "key.txt");
  const fine = `[${read(8, "src", "a.ts")}]\n`;
  opened.agentSays(`[[${secret(1)}]]\n`);
  opened.agentSays(`[${read(2, "src", "a.ts")},[[[${secret(3)}]]]]\n`);
  opened.agentSays(`${"[".repeat(5_000)}${secret(4)}${"]".repeat(5_000)}\n`);
  opened.agentSays(`["x",null,[]]\n[${secret(5)},${read(6, "src", "a.ts")}]\n`);
  opened.agentSays(fine);
  expect(await sentOn(opened)).toBe(fine);
  const heard = await answers(opened, 5);
  expect(heard.map(({ id }) => id)).toEqual([1, 2, 3, 5, 6]);
  for (const { error } of heard) expect(error?.code).toBe(-32_001);
});
