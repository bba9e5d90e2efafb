import { describe, expect, it, test } from "vitest";
import { answerProse, streamChunk } from "./answers.ts";
import { describeLanguage } from "./describe-language.ts";
import { parseScript } from "./parse-script.ts";
import type { ProseStep } from "./step.ts";
import { verbs } from "./verbs.ts";

function prose(text: string): ProseStep {
  const [step] = parseScript(text);
  if (step?.kind !== "prose") throw new Error(`Not prose: ${text}`);
  return step;
}

describe("the answer to prose", () => {
  it("quotes the prompt and tells how to connect a real model", () => {
    const answer = answerProse(prose("What is the time?\n"));
    expect(answer).toContain("“What is the time?”");
    expect(answer).toContain("parley chat -- goose acp");
  });

  it("cuts a long prompt, never inside a character", () => {
    const answer = answerProse(prose(`a${"🙂".repeat(500)}`));
    expect(answer.length).toBeLessThan(1_000);
    expect(answer).toContain("🙂…”");
    expect(answer).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/);
  });

  it("hints at what would have been a script", () => {
    expect(answerProse(prose("wait a minute"))).toContain("line 1: expected `wait MS`");
  });

  it("says so if there is no text", () => {
    expect(answerProse(prose(" "))).toMatch(/^Your message has no text\./);
  });
});

test.each([1, 2, 7, 8, 9, 100])("a chunk of a stream has exactly %i bytes", (bytes) => {
  const chunks = [0, 5, 999_999].map((index) => streamChunk(index, bytes));
  expect(chunks.map((chunk) => new TextEncoder().encode(chunk).length)).toEqual([bytes, bytes, bytes]);
});

test("the help names every verb", () => {
  const help = describeLanguage();
  for (const { usage } of verbs) expect(help).toContain(`\`${usage}\``);
});
