// Questions to the user, between our own two ends.
import type { CreateElicitationResponse, Known } from "@parley/acp";
import { RpcError } from "@parley/rpc";
import { toPuppetScript, type PuppetStep } from "@parley/test-support";
import { describe, expect, it } from "vitest";
import { converse, conversePuppet, type Conversation } from "./conversation.ts";
import { codeOf, rawClient } from "./raw-client.ts";
import { runsOn, verifies } from "./verifies.ts";

const wires = runsOn("memory", "stdio", "websocket");

describe.each(wires)("questions of our agent over %s", (wire) => {
  it("are asked only in modes that the client announced", async () => {
    verifies("ELIC-001");
    const modes = { none: {}, form: { form: {} }, url: { url: {} }, nulls: { form: null, url: null } };
    for (const [name, elicitation] of Object.entries(modes)) {
      await using talk = await converse(wire, { capabilities: { elicitation } });
      await talk.prompt(await talk.newSession(), "elicit form F\nelicit url U\nask Q");
      const asked = talk.sentBy("agent", "elicitation/create").map(({ params }) => (params as { mode: string }).mode);
      expect(new Set(asked)).toEqual(new Set(name === "form" || name === "url" ? [name] : []));
    }
  });

  it("ask for fields of primitive types", async () => {
    verifies("ELIC-015");
    await using talk = await converse(wire);
    await talk.prompt(await talk.newSession(), "elicit form F");
    const [asked] = talk.sentBy("agent", "elicitation/create").map(({ params }) => params as FormParams);
    const types = Object.values(asked?.requestedSchema.properties ?? {}).map(({ type, items }) =>
      type === "array" && items?.type !== "object" ? "list of choices" : type,
    );
    expect(types.length).toBeGreaterThan(4);
    for (const type of types) expect(["string", "number", "integer", "boolean", "list of choices"]).toContain(type);
  });

  it("may be declined, left open or fail, and the turn goes on", async () => {
    verifies("ELIC-003", "ELIC-009");
    const answers: (() => Known<CreateElicitationResponse>)[] = [
      () => ({ action: "decline" }),
      () => ({ action: "cancel" }),
      () => ({ action: "_shrug" }) as never,
      () => {
        throw new RpcError(-32603, "It broke");
      },
    ];
    for (const answer of answers) {
      await using talk = await converse(wire, { answer });
      const sessionId = await talk.newSession();
      expect(await talk.prompt(sessionId, "elicit url U\nask Q\nsay done")).toEqual({ stopReason: "end_turn" });
      const said = JSON.stringify(talk.updates.items);
      expect(said).toContain("done");
      expect(said).not.toContain("You answered");
      expect(talk.sentBy("agent", "elicitation/complete")).toEqual([]);
    }
  });

  it("have ids of their own, and are completed by them where they were asked", async () => {
    verifies("ELIC-002", "ELIC-004", "ELIC-006");
    await using talk = await converse(wire);
    await using bystander = await converse(wire);
    const sessions = [await talk.newSession(), await talk.newSession()];
    await Promise.all(sessions.map((sessionId) => talk.prompt(sessionId, "elicit url A\nelicit url B")));
    const idOf = ({ params }: { readonly params?: unknown }) => (params as { elicitationId: string }).elicitationId;
    const asked = talk.sentBy("agent", "elicitation/create").map(idOf);
    const completed = talk.sentBy("agent", "elicitation/complete").map(idOf);
    expect(new Set(asked).size).toBe(4);
    expect(completed.toSorted()).toEqual(asked.toSorted());
    expect(bystander.sentBy("agent", "elicitation/complete")).toEqual([]);
  });

  it("are not asked again by an unknown answer of a raw client", async () => {
    verifies("ELIC-009");
    await using client = await rawClient(wire);
    await client.initialize();
    const sessionId = await client.newSession();
    client.send({ jsonrpc: "2.0", id: "p", method: "session/prompt", params: { sessionId, prompt: [text("ask Q")] } });
    const { id } = await client.called("elicitation/create");
    client.send({ jsonrpc: "2.0", id, result: { action: "accept_forever", content: { answer: "x" } } });
    expect(codeOf(await client.answerTo("p"))).toBeUndefined();
    expect(JSON.stringify(client.heard.items)).not.toContain("You answered");
  });
});

describe.each(wires)("questions to our client over %s", (wire) => {
  it("get −32602 in a mode that it did not announce", async () => {
    verifies("ELIC-008", "ELIC-010");
    await using talk = await conversePuppet(wire, { capabilities: { elicitation: { form: {} } } });
    await play(
      talk,
      question("a", { mode: "url", elicitationId: "1", url: "https://example.com/" }),
      question("b", { mode: "_hologram", beam: true }),
      question("c", FORM),
    );
    const answers = talk.sentBy("client").filter(({ method }) => method === undefined);
    expect(answers.map((answer) => codeOf(answer) ?? answer["result"])).toMatchObject([
      -32602,
      -32602,
      { action: "accept" },
    ]);
    expect(talk.client.calls.items).toHaveLength(1);
  });

  it("keep fields of unknown types as they came", async () => {
    verifies("ELIC-010");
    await using talk = await conversePuppet(wire);
    const field = { type: "_colour-wheel", hue: 12 };
    await play(talk, question("a", { ...FORM, requestedSchema: { type: "object", properties: { field } } }));
    const asked = talk.client.calls.items[0]?.params as { requestedSchema: { properties: { field: unknown } } };
    expect(asked.requestedSchema.properties.field).toEqual({ kind: "unknown", raw: field });
  });

  it("are completed once, by their very id, if they were asked", async () => {
    verifies("ELIC-005", "ELIC-007");
    await using talk = await conversePuppet(wire);
    const elicitationId = " Ünusual/id#1 ";
    const complete = (id: string): PuppetStep => ({
      send: { jsonrpc: "2.0", method: "elicitation/complete", params: { elicitationId: id } },
    });
    await play(
      talk,
      complete("never-asked"),
      question("a", { mode: "url", elicitationId, url: "https://example.com/" }),
      complete(elicitationId),
      complete(elicitationId),
      complete(elicitationId.trim()),
    );
    const completions = talk.client.calls.items.filter(({ method }) => method === "elicitation/complete");
    expect(completions.map(({ params }) => params)).toEqual([{ elicitationId }]);
  });
});

interface FormParams {
  readonly requestedSchema: { readonly properties: Readonly<Record<string, Field>> };
}

interface Field {
  readonly type: string;
  readonly items?: { readonly type?: string };
}

const FORM = { mode: "form", requestedSchema: { type: "object", properties: {} } };

function text(value: string): object {
  return { type: "text", text: value };
}

function question(id: string, params: object): PuppetStep {
  return { ask: { id, method: "elicitation/create", params: { sessionId: "puppet", message: "?", ...params } } };
}

async function play(talk: Conversation, ...steps: readonly PuppetStep[]): Promise<void> {
  await talk.prompt(await talk.newSession(), toPuppetScript(...steps));
}
