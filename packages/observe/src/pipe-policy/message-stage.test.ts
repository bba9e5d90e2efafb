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

test("nothing of a message goes on before it is whole", async () => {
  const { stage } = createStage();
  expect(await stage.push(Buffer.from('{"jsonrpc":"2.0","method":"a"'))).toEqual([]);
  const pieces = await stage.push(Buffer.from("}\n{"));
  expect(Buffer.concat(pieces.map(({ bytes }) => bytes)).toString()).toBe('{"jsonrpc":"2.0","method":"a"}\n');
});
