// Questions answered and turns cancelled from another terminal: `parley questions` and `parley turns`.
import { PseudoTerminal } from "@parley/test-support/pseudo-terminal";
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openPlace, PARLEY, type Place } from "../run-parley.ts";
import { ended, run } from "./rest.ts";
import { serve } from "./served.ts";

interface Question {
  readonly id: string;
  readonly turn_id: string;
  readonly state: string;
  readonly options?: readonly { readonly optionId: string; readonly kind: string }[];
}

async function questions(place: Place, ...flags: readonly string[]): Promise<readonly Question[]> {
  const { stdout } = await place.run(["questions", "list", "--json", ...flags]);
  return (JSON.parse(stdout) as { readonly questions: readonly Question[] }).questions;
}

async function turns(place: Place): Promise<readonly { readonly id: string; readonly state: string }[]> {
  const { stdout } = await place.run(["turns", "list", "--json"]);
  return (JSON.parse(stdout) as { readonly turns: readonly { readonly id: string; readonly state: string }[] }).turns;
}

async function onlyQuestion(place: Place): Promise<Question> {
  await expect.poll(() => questions(place)).toHaveLength(1);
  const [question] = await questions(place);
  if (question === undefined) throw new Error("The question is gone");
  return question;
}

describe("parley questions and parley turns", { timeout: 180_000 }, () => {
  it("list nothing in a home that never had a server, and create nothing there", async () => {
    await using place = await openPlace();
    expect(await questions(place)).toEqual([]);
    expect(await turns(place)).toEqual([]);
    expect(existsSync(`${place.home}/parley.db`)).toBe(false);
    expect(await place.run(["questions", "answer", "x", "allow"])).toMatchObject({ code: 3 });
    expect(await place.run(["turns", "cancel", "x"])).toMatchObject({ code: 3 });
  });

  it("answer a permission by its number, by a word and by its id", async () => {
    await using place = await openPlace();
    await using server = await serve(place, ["--cwd", place.work]);
    for (const [file, toAnswer, isAllowed] of [
      ["one", () => "1", true],
      ["two", () => "allow", true],
      ["three", () => "deny", false],
      ["four", ({ options = [] }: Question) => options.find(({ kind }) => kind === "allow_once")?.optionId ?? "", true],
    ] as const) {
      const { run_id: id } = await run(server, `write ${file}.txt x`, { agent: "script", mode: "async" });
      const question = await onlyQuestion(place);
      expect(question.turn_id).toBe(id);
      const answered = await place.run(["questions", "answer", question.id, toAnswer(question)]);
      expect(answered).toMatchObject({ code: 0, stdout: "", stderr: expect.stringContaining("Answered: ") });
      await ended(server, id);
      expect(existsSync(place.file(`${file}.txt`))).toBe(isAllowed);
    }
    expect(await questions(place)).toEqual([]);
    expect(await questions(place, "--all")).toHaveLength(4);
  });

  it("spell out what a question hides", async () => {
    await using place = await openPlace();
    await using server = await serve(place, ["--cwd", place.work]);
    const script = "write safe\u202etxt.hs\u{e0041} x";
    const { run_id: id } = await run(server, script, { agent: "script", mode: "async" });
    const { id: questionId } = await onlyQuestion(place);
    const { stdout } = await place.run(["questions", "list"]);
    expect(stdout).toContain("safe<U+202E>txt.hs<U+E0041>");
    await place.run(["questions", "answer", questionId, "deny"]);
    await ended(server, id);
  });

  it("answer the question of a chat in another terminal, which knows that it was approved", async () => {
    await using place = await openPlace();
    await using server = await serve(place, ["--cwd", place.work]);
    using chat = new PseudoTerminal(process.execPath, [PARLEY, "chat"], {
      cwd: place.work,
      env: { ...place.env, TERM: "xterm" },
    });
    await chat.sees("Describe a task");
    chat.types("write a.txt x\r");
    await chat.sees("Waiting for your answer");
    const { id } = await onlyQuestion(place);
    expect(await place.run(["questions", "answer", id, "1"])).toMatchObject({ code: 0 });
    await chat.sees("1 file changed");
    chat.types("/exit\r");
    expect(await chat.exited).toBe(0);
    expect(chat.unread).toContain("a.txt");
    expect(chat.unread).not.toContain("approv");
    expect((await server.fetch("/turns?state=completed")).status).toBe(200);
  });

  it("refuse an answer that the question does not have, and a second answer", async () => {
    await using place = await openPlace();
    await using server = await serve(place, ["--cwd", place.work]);
    const { run_id: id } = await run(server, "write a.txt x", { agent: "script", mode: "async" });
    const question = await onlyQuestion(place);
    for (const [answer, named] of [
      ["99", "1 ("],
      ["perhaps", "allow, always"],
    ] as const) {
      const refused = await place.run(["questions", "answer", question.id, answer]);
      expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining(named) });
    }
    expect(await place.run(["questions", "answer", question.id, "deny", "--set", "a=b"])).toMatchObject({ code: 2 });
    expect(await place.run(["questions", "answer", question.id.slice(0, 13), "deny"])).toMatchObject({ code: 0 });
    await ended(server, id);
    const late = await place.run(["questions", "answer", question.id, "allow"]);
    expect(late).toMatchObject({ code: 2, stderr: expect.stringContaining("parley questions list") });
    expect(existsSync(place.file("a.txt"))).toBe(false);
  });

  it("fill in a form", async () => {
    await using place = await openPlace();
    await using server = await serve(place);
    const { run_id: id } = await run(server, "ask What is its name?", { agent: "script", mode: "async" });
    const { id: question } = await onlyQuestion(place);
    const shown = await place.run(["questions"]);
    expect(shown.stdout).toContain("What is its name?");
    expect(await place.run(["questions", "answer", question, "yes"])).toMatchObject({ code: 2 });
    expect(await place.run(["questions", "answer", question, "decline"])).toMatchObject({ code: 0 });
    expect(await ended(server, id)).toMatchObject({ status: "completed" });
  });

  it("cancel a turn that another client started, and list it without a server afterwards", async () => {
    await using place = await openPlace();
    await using server = await serve(place);
    const { run_id: id } = await run(server, "wait 600000", { agent: "script", mode: "async" });
    await expect.poll(() => turns(place)).toEqual([expect.objectContaining({ id, state: "in_progress" })]);
    expect(await place.run(["turns", "cancel", id])).toMatchObject({ code: 0 });
    expect(await ended(server, id)).toMatchObject({ status: "cancelled" });
    expect(await place.run(["turns", "cancel", id])).toMatchObject({ code: 1 });
    await server.end();
    expect(await turns(place)).toEqual([expect.objectContaining({ id, state: "cancelled" })]);
    const table = await place.run(["turns"]);
    expect(table.stdout).toContain(id);
  });
});
