import type { CreateElicitationRequest, PermissionOption } from "@parley/acp";
import type { PermissionQuestion } from "@parley/client";
import { describe, expect, it } from "vitest";
import type { TerminalLines } from "../questions/terminal-lines.ts";
import { askInLines } from "./ask-in-lines.ts";

/** A person who has these answers ready, and then is gone. */
function createPerson(...answers: readonly string[]) {
  const said: string[] = [];
  const left = [...answers];
  const terminal: TerminalLines = {
    say: (text) => said.push(text),
    ask: (prompt, signal) => {
      said.push(prompt);
      return Promise.resolve(signal?.aborted === true ? undefined : left.shift());
    },
    close: () => undefined,
  };
  let settled = 0;
  const ask = askInLines(terminal, "/code", () => (settled += 1));
  return { ask, said, settled: () => settled };
}

const options: readonly PermissionOption[] = [
  { optionId: "y", name: "Yes", kind: "allow_once" },
  { optionId: "n", name: "No\u001b[2J", kind: "reject_once" },
];

const question: PermissionQuestion = {
  interactionId: "i",
  sessionId: "s",
  agentName: "liar",
  toolCall: { toolCallId: "t", title: "rm -rf \u202e/", kind: "execute" },
  options,
  origin: "agent",
  decision: { reason: "It deletes", danger: { sentence: "Files are gone" } },
  proposals: [],
};

const signal = new AbortController().signal;

describe("a permission", () => {
  it("is shown with its subject, and asked again until the answer is valid", async () => {
    const { ask, said, settled } = createPerson("5", "yes", "2");
    expect(await ask.permission(question, signal)).toEqual({ outcome: { outcome: "selected", optionId: "n" } });
    expect(said.join("\n")).toContain("rm -rf <U+202E>/");
    expect(said.join("\n")).toContain("Careful: Files are gone");
    expect(said.filter((text) => text.startsWith("Your answer?"))).toHaveLength(3);
    expect(said.join("")).not.toContain("\u001b");
    expect(settled()).toBe(1);
  });

  it("shows everything that was checked", async () => {
    const { ask, said } = createPerson("1");
    const rawInput = {
      path: "/code/a.ts",
      commands: [{ cmd: "one" }, ["two", "3 4"]],
      cwd: "/code/sub",
      env: { A: "1" },
    };
    const content = [{ type: "diff" as const, path: "/code/b.ts", oldText: "x", newText: "y" }];
    await ask.permission(
      { ...question, toolCall: { toolCallId: "t", kind: "read", title: "Read", rawInput, content } },
      signal,
    );
    const text = said.join("\n");
    for (const shown of ["$ one", "$ two '3 4'", "in sub", "with A=1", "file a.ts", "changes b.ts", "- x", "+ y"]) {
      expect(text).toContain(shown);
    }
  });

  it("is cancelled if the input ends without an answer", async () => {
    expect(await createPerson().ask.permission(question, signal)).toEqual({ outcome: { outcome: "cancelled" } });
  });

  it("waits until the previous question is answered", async () => {
    const { ask } = createPerson("1", "2");
    const both = await Promise.all([ask.permission(question, signal), ask.permission(question, signal)]);
    expect(both.map(({ outcome }) => outcome)).toEqual([
      { outcome: "selected", optionId: "y" },
      { outcome: "selected", optionId: "n" },
    ]);
  });
});

const form = (properties: object, required: string[]): CreateElicitationRequest =>
  ({
    mode: "form",
    sessionId: "s",
    message: "Tell me",
    requestedSchema: { type: "object", properties, required },
  }) as CreateElicitationRequest;

const put = (request: CreateElicitationRequest, ...answers: readonly string[]) =>
  createPerson(...answers).ask.elicitation({ interactionId: "i", sessionId: "s", agentName: "a", request }, signal);

describe("an elicitation", () => {
  it("is asked field by field with types, and optional fields may be skipped", async () => {
    const properties = {
      name: { type: "string" },
      age: { type: "integer" },
      fast: { type: "boolean" },
      tags: { type: "array", items: { type: "string", enum: ["a", "b"] } },
      more: { type: "string" },
    };
    const answers = ["Ada", "old", "36", "maybe", "yes", "a, b", ""];
    expect(await put(form(properties, ["name", "age", "fast", "tags"]), ...answers)).toEqual({
      action: "accept",
      content: { name: "Ada", age: 36, fast: true, tags: ["a", "b"] },
    });
  });

  it("is cancelled if the input ends without an answer", async () => {
    expect(await put(form({ name: { type: "string" } }, ["name"]))).toEqual({ action: "cancel" });
  });

  it("shows the full address and does not open it", async () => {
    const page = {
      mode: "url",
      sessionId: "s",
      message: "Sign in",
      elicitationId: "e",
      url: "https://example.com/\u200bx",
    };
    const { ask, said } = createPerson("");
    const request = page as CreateElicitationRequest;
    expect(await ask.elicitation({ interactionId: "i", sessionId: "s", agentName: "a", request }, signal)).toEqual({
      action: "accept",
    });
    expect(said.join("\n")).toContain("https://example.com/<U+200B>x");
    expect(await put(request, "no")).toEqual({ action: "decline" });
  });
});
