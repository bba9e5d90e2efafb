import { silentLog, systemClock } from "@parley/base";
import { compileRules } from "@parley/policy";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { MessageJudge } from "./message-judge.ts";
import { MessageStage } from "./message-stage.ts";
import { SessionFolders } from "./session-folders.ts";

function createStage(): { stage: MessageStage; answered: string[] } {
  const answered: string[] = [];
  const judge = new MessageJudge({
    rules: compileRules([{ layer: "session", raw: { zones: { deny: ["secret"] } } }]),
    folders: new SessionFolders(process.cwd()),
    onBlocked: () => undefined,
    clock: systemClock,
    log: silentLog,
  });
  return { stage: new MessageStage(judge, (line) => answered.push(line.toString())), answered };
}

const SPACES = fc.constantFrom("", " ", "\t", "\r");
const message = fc
  .tuple(fc.dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }), SPACES, SPACES)
  .filter(
    ([params]) => new Set(Object.keys(params).map((key) => key.toLowerCase())).size === Object.keys(params).length,
  )
  .map(
    ([params, before, after]) =>
      `${before}{"jsonrpc":"2.0",${after}"method":"session/update","params":${JSON.stringify({ x: JSON.stringify(params) })}}${after}\n`,
  );

test("the bytes of everything that is allowed stay as they came, wherever they are cut", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(message, { maxLength: 8 }),
      fc.array(fc.nat(2_000), { maxLength: 12 }),
      fc.boolean(),
      async (messages, cuts, isOpenEnded) => {
        const text = messages.join("").slice(0, isOpenEnded ? -1 : undefined);
        const bytes = Buffer.from(text);
        const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b);
        const { stage, answered } = createStage();
        const passed: Buffer[] = [];
        for (const [index, end] of places.slice(1).entries()) {
          const pieces = await stage.push(bytes.subarray(places[index], end));
          passed.push(...pieces.map((piece) => piece.bytes));
        }
        passed.push(...(await stage.end()).map((piece) => piece.bytes));
        expect(Buffer.concat(passed).toString()).toBe(text);
        expect(answered).toEqual([]);
      },
    ),
  );
});

const KEY = "secret/key.txt";

function question(toolCall: object, options: readonly object[] = []): object {
  return { jsonrpc: "2.0", id: 1, method: "session/request_permission", params: { sessionId: "s", toolCall, options } };
}

test.each<[string, object]>([
  ["a batch", [question({ kind: "read", locations: [{ path: KEY }] })]],
  ["a batch in a batch", [[question({ kind: "read", locations: [{ path: KEY }] })]]],
  ["batches in batches", [[[[{ jsonrpc: "2.0", id: 1, method: "fs/read_text_file", params: { path: KEY } }]]]]],
  ["batches too deep to be taken apart", JSON.parse(`${"[".repeat(30)}{}${"]".repeat(30)}`) as object],
  ["something else in a batch", [1]],
  ["a key nobody knows", question({ kind: "read", rawInput: { path: "a", anything: KEY } })],
  ["a list of edits", question({ kind: "edit", rawInput: { edits: [{ path: KEY, old: "a", new: "b" }] } })],
  ["a patch", question({ kind: "edit", rawInput: { input: `*** Update File: ${KEY}\n@@\n-a\n+b` } })],
  ["JSON in a text", question({ kind: "read", rawInput: JSON.stringify({ file: KEY }) })],
  ["a thought with a diff", question({ kind: "think", content: [{ type: "diff", path: KEY, newText: "x" }] })],
  ["a tool of a server", question({ title: "mcp__files__read", rawInput: { path: KEY } })],
  ["a name twice, deep inside", question({ kind: "read", rawInput: { a: { b: { c: { d: 1 } } } } })],
])("a denied file does not pass in %s", async (name, sent) => {
  const { stage } = createStage();
  const text = JSON.stringify(sent).replace('{"d":1}', '{"d":1,"d":2}');
  const pieces = await stage.push(Buffer.from(`${text}\n`));
  expect([name, pieces.filter(({ isWithheld, bytes }) => isWithheld !== true && bytes.length > 0)]).toEqual([name, []]);
});

test("a question is not answered with an id that means yes as well", async () => {
  const { stage, answered } = createStage();
  const options = [
    { optionId: "x", name: "No", kind: "reject_once" },
    { optionId: "x", name: "Yes", kind: "allow_once" },
  ];
  const pieces = await stage.push(
    Buffer.from(`${JSON.stringify(question({ locations: [{ path: KEY }] }, options))}\n`),
  );
  for (const { after } of pieces) after?.();
  expect(answered).toEqual([expect.stringContaining('"error"')]);
});

test("a harmless question passes, with variables whose names differ in capital letters deep inside", async () => {
  const { stage } = createStage();
  const env = { http_proxy: "a", HTTP_PROXY: "b" };
  const text = `${JSON.stringify(question({ kind: "execute", rawInput: { command: "ls", options: { env } } }))}\n`;
  const pieces = await stage.push(Buffer.from(text));
  expect(Buffer.concat(pieces.map(({ bytes }) => bytes)).toString()).toBe(text);
});

test("nothing of a message goes on before it is whole", async () => {
  const { stage } = createStage();
  expect(await stage.push(Buffer.from('{"jsonrpc":"2.0","method":"a"'))).toEqual([]);
  const pieces = await stage.push(Buffer.from("}\n{"));
  expect(Buffer.concat(pieces.map(({ bytes }) => bytes)).toString()).toBe('{"jsonrpc":"2.0","method":"a"}\n');
});
