import type { ClientHandlers, CreateElicitationRequest, CreateElicitationResponse } from "@parley/acp";
import { describe, expect, it, test } from "vitest";
import { connectPretendClient, EVERYTHING, type PretendClient } from "../../../test/pretend-client.ts";

async function play(script: string, handlers: ClientHandlers = {}, elicitation = EVERYTHING.elicitation) {
  const client = await connectPretendClient({
    handlers,
    capabilities: { ...EVERYTHING, elicitation: elicitation ?? {} },
  });
  await client.prompt(await client.newSession(), script);
  await client.close();
  return { client, said: said(client) };
}

function said({ updates }: PretendClient): string[] {
  return updates.flatMap((update) =>
    update.sessionUpdate === "agent_message_chunk" && update.content.type === "text" ? [update.content.text] : [],
  );
}

describe("ask", () => {
  it("asks with a form of one field, and repeats the answer", async () => {
    const asked: CreateElicitationRequest[] = [];
    const answer = (params: CreateElicitationRequest) => {
      asked.push(params);
      return { action: "accept", content: { answer: "Ada" } } as const;
    };
    const { said: texts } = await play("ask What is your name?", { "elicitation/create": answer });
    expect(texts).toEqual(["You answered: Ada"]);
    expect(asked).toMatchObject([
      { mode: "form", message: "What is your name?", requestedSchema: { required: ["answer"] } },
    ]);
  });

  it.each<[CreateElicitationResponse["action"], string]>([
    ["decline", "You declined to answer."],
    ["cancel", "You left the question open."],
  ])("goes on after %s", async (action, text) => {
    const { said: texts } = await play("ask why?\nsay on", {
      "elicitation/create": () => ({ action }) as { action: "decline" },
    });
    expect(texts).toEqual([text, "\n\non"]);
  });

  it("is a plain question for a client without forms", async () => {
    const { said: texts, client } = await play("ask why?\nelicit form x\nelicit url y", {}, {});
    expect(texts).toEqual([
      "why?",
      "\n\n(The client does not offer questions by form: x)",
      "\n\n(The client does not offer questions by url: y)",
    ]);
    expect(client.calls).toEqual([]);
  });
});

describe("elicit", () => {
  it("has a form with a field of every type", async () => {
    const types: unknown[] = [];
    await play("elicit form x", {
      "elicitation/create": (params) => {
        if (params.mode === "form")
          types.push(...Object.values(params.requestedSchema.properties ?? {}).map(({ type }) => type));
        return { action: "decline" };
      },
    });
    expect(new Set(types)).toEqual(new Set(["string", "number", "integer", "boolean", "array"]));
  });

  it("says when the page is done, if it was opened", async () => {
    const { client } = await play("elicit url x");
    expect(client.calls).toEqual(["elicitation/create", "elicitation/complete"]);
    const declined = await play("elicit url x", { "elicitation/create": () => ({ action: "decline" }) });
    expect(declined.client.calls).toEqual(["elicitation/create"]);
  });
});

test("ext and tell call the client's extensions", async () => {
  const { said: texts, client } = await play("ext _parley/ping\ntell _parley/ping\next _nobody/knows");
  expect(texts).toEqual(['_parley/ping answered {"pong":true}', "\n\nThe client does not know _nobody/knows."]);
  expect(client.calls).toEqual(["_parley/ping", "_parley/ping"]);
});
