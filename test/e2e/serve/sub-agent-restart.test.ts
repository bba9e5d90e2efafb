// Questions of sub-agents that were open when the server ended: a sub-agent is not continued, and nothing is reported that was not done.
import { startStubModel, stubScript, type StubModel } from "@parley/test-support/stub-model";
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPlace } from "../run-parley.ts";
import { dialects, reaches, readLog, type Choice } from "./dialects.ts";
import { endings } from "./ended-servers.ts";
import { serve } from "./served.ts";

const OVER = ["completed", "failed", "cancelled"];

let model: StubModel;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  model = await startStubModel();
  env = { OPENAI_BASE_URL: model.url, OPENAI_API_KEY: "stub", PARLEY_MODEL: "openai-compatible/stub-model" };
}, 60_000);

afterAll(() => model.close());

/** A task whose sub-agent writes a file, which it asks about. */
const task = (file: string): string => {
  const instructions = stubScript(`write ${file} hello`, "say inner end");
  return `call task ${JSON.stringify({ title: `Write ${file}`, instructions })}`;
};

interface Case {
  readonly file: string;
  readonly lines: readonly string[];
  readonly choice: Choice;
  readonly turn: object;
  readonly content: string;
  /** In the log of the session. */
  readonly told: RegExp;
}

const CASES: readonly Case[] = [
  {
    file: "given-up.txt",
    lines: [task("given-up.txt"), "say outer end"],
    choice: "allow_once",
    turn: { state: "failed", error: { code: "answer_lost", message: expect.stringContaining("given-up.txt") } },
    content: "",
    told: /Continued after a restart/,
  },
  {
    file: "again.txt",
    lines: [task("again.txt"), "then", task("again.txt"), "say outer end"],
    choice: "allow_once",
    turn: { state: "completed" },
    content: "hello",
    told: /Continued after a restart.*"by":"remembered"/s,
  },
  {
    file: "rejected.txt",
    lines: [task("rejected.txt"), "say outer end"],
    choice: "reject_once",
    turn: { state: "completed" },
    content: "",
    told: /Continued after a restart/,
  },
];

describe("a sub-agent's question that was open when the server stopped", { timeout: 180_000 }, () => {
  it.each(["crash", "terminate"] as const)(
    "by %s: is answered if it is asked again, or its turn says that nothing was done",
    async (ending) => {
      await using place = await openPlace();
      const [native] = dialects;
      const first = await serve(place, [], { env });
      const begun = await Promise.all(
        CASES.map(({ lines }) => native!.begin(first, "backend", stubScript(...lines), place.work)),
      );
      for (const { turnId } of begun)
        expect((await reaches(first, turnId, "awaiting", ...OVER)).state).toBe("awaiting");
      const asked = model.requests.length;
      await endings[ending](first);

      await using server = await serve(place, [], { env });
      for (const [index, { file, choice, turn, content, told }] of CASES.entries()) {
        const { sessionId, turnId } = begun[index]!;
        await native!.answer(server, { sessionId, turnId }, choice);
        expect([file, await reaches(server, turnId, ...OVER)]).toMatchObject([file, turn]);
        expect(await readFile(place.file(file), "utf8").catch(() => "")).toBe(content);
        expect(JSON.stringify(await readLog(server, sessionId))).toMatch(told);
      }
      // The model knows that the task is not done.
      expect(JSON.stringify(model.requests.slice(asked))).toContain("sub-agent was interrupted");
    },
  );
});
