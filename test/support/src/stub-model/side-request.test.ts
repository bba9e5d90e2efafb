import { describe, expect, it } from "vitest";
import type { Conversation } from "./conversation.ts";
import { stubScript } from "./script/parse-script.ts";
import { answerSideRequest } from "./side-request.ts";

function ask(text: string, fields: Partial<Conversation> = {}): string | undefined {
  return answerSideRequest({
    model: "m",
    stream: true,
    system: "",
    messages: [{ role: "user", parts: [{ type: "text", text }] }],
    tools: [],
    ...fields,
  });
}

describe("answerSideRequest", () => {
  it.each([
    "Generate a title for this conversation:",
    "Please write a 5-10 word title the following conversation:",
    "Summarize this coding conversation in under 50 characters.",
    "Analyze if this message indicates a new conversation topic.",
    "Your task is to classify the task as simple or complex",
  ])("knows %j", (text) => {
    expect(ask(text)).toBe("Stub");
    expect(ask(stubScript("say x"), { system: text })).toBe("Stub");
  });

  it("takes no turn for one: not with tools, and not for what the script says", () => {
    const tools = [{ name: "read", schema: {} }];
    expect(ask("Summarize the file notes.txt", { tools })).toBeUndefined();
    expect(ask(`Hello!\n${stubScript("say summarize this as a title")}`)).toBeUndefined();
  });

  it("answers with JSON where a schema is given, and to the trial of a key", () => {
    const outputSchema = { type: "object", properties: { title: { type: "string" } }, required: ["title"] };
    expect(ask("x", { outputSchema })).toBe(`{"title":"stub"}`);
    expect(ask("quota", { outputTokensMax: 1 })).toBe("Stub");
  });
});
