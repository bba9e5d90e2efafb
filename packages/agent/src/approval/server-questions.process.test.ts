import type { CreateElicitationRequest, Known, McpServer } from "@parley/acp";
import { createFakeClient, EVERY_CAPABILITY, type FakeClientOptions } from "@parley/test-support";
import { resultsOf } from "@parley/test-support/stub-model";
import { existsSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { QUESTION_CHARS_MAX } from "../limits.ts";
import { MCP_FORM_CHARS_MAX } from "../mcp-limits.ts";
import { openFixtureProgram, type FixtureProgram } from "../mcp/testing/fixture-program.ts";
import { openStubbed, type OpenStubbedOptions, type StubbedAgent } from "../testing/open-stubbed.ts";

let fixture: FixtureProgram;
beforeAll(async () => {
  fixture = await openFixtureProgram();
});
afterAll(() => fixture[Symbol.asyncDispose]());

const { elicitation: _, ...WITHOUT_ELICITATION } = EVERY_CAPABILITY;

type Answer = NonNullable<FakeClientOptions["answer"]>;

function open(answer: Answer, options: OpenStubbedOptions = {}): Promise<StubbedAgent> {
  const client = createFakeClient({ answer });
  return openStubbed({ client, capabilities: EVERY_CAPABILITY, settings: { approval: "bypass" }, ...options });
}

async function newSession(opened: StubbedAgent, server: McpServer = fixture.server("serve")): Promise<string> {
  const { sessionId } = await opened.agent.request("session/new", {
    cwd: opened.cwd,
    mcpServers: [server as Known<McpServer>],
  });
  return sessionId;
}

/** What the server was told when its tool asked. */
async function ask(opened: StubbedAgent, tool: string, input: unknown = {}): Promise<string> {
  const sessionId = await newSession(opened);
  await opened.play(sessionId, `mcp ${tool} ${JSON.stringify(input)}`, "echo result");
  return resultsOf(opened.last())[0]?.text ?? "";
}

const asked = ({ client }: StubbedAgent): readonly CreateElicitationRequest[] =>
  client.calls.items
    .filter(({ method }) => method === "elicitation/create")
    .map(({ params }) => params as CreateElicitationRequest);

const FORM = {
  type: "object",
  properties: {
    name: { type: "string", title: "Name", minLength: 2 },
    size: { type: "string", enum: ["s", "l"], enumNames: ["Small", "Large"] },
    count: { type: "integer", minimum: 1 },
  },
  required: ["name"],
};

describe("a question of an MCP server", () => {
  it("is a form of the session, with the server's name, and its answer goes back", async () => {
    await using opened = await open(() => ({ action: "accept", content: { name: "Ada", size: "l", count: 3 } }));
    expect(await ask(opened, "elicit", { message: "Who?", requestedSchema: FORM })).toContain(
      '{"action":"accept","content":{"name":"Ada","size":"l","count":3}}',
    );
    expect(asked(opened)).toMatchObject([
      {
        mode: "form",
        sessionId: expect.any(String) as string,
        message: 'MCP server "fix" asks: Who?',
        requestedSchema: {
          properties: {
            name: { title: "Name", minLength: 2 },
            size: {
              oneOf: [
                { const: "s", title: "Small" },
                { const: "l", title: "Large" },
              ],
            },
          },
          required: ["name"],
        },
      },
    ]);
  });

  it.each(["decline", "cancel"] as const)("that the user answers with %s gets that answer", async (action) => {
    await using opened = await open(() => ({ action }));
    expect(await ask(opened, "elicit")).toContain(`{"action":"${action}"}`);
  });

  it("is a page to open, whose end is passed on under an id of our own", async () => {
    const completed: string[] = [];
    await using opened = await open(() => ({ action: "accept" }), {
      handlers: { "elicitation/complete": ({ elicitationId }) => void completed.push(elicitationId) },
    });
    expect(await ask(opened, "page", { url: "https://wiki.example/consent" })).toContain('{"action":"accept"}');
    const [page] = asked(opened) as readonly { readonly elicitationId?: string }[];
    expect(page).toMatchObject({ mode: "url", url: "https://wiki.example/consent" });
    await expect.poll(() => completed).toEqual([page?.elicitationId]);
    expect(completed).not.toContain("theirs");
  });

  it.each([
    ["elicit", { message: "x".repeat(QUESTION_CHARS_MAX + 1) }, "message is longer than"],
    [
      "elicit",
      {
        requestedSchema: {
          type: "object",
          properties: { a: { type: "string", title: "x".repeat(MCP_FORM_CHARS_MAX) } },
        },
      },
      "requestedSchema is longer than",
    ],
    ["page", { url: "file:///etc/passwd" }, "url must be an http or https URL"],
  ])("that cannot be asked is refused: %s %#", async (tool, input, message) => {
    await using opened = await open(() => ({ action: "accept" }));
    expect(await ask(opened, tool, input)).toContain(message);
    expect(asked(opened)).toEqual([]);
  });

  it("does not get an answer that does not fit its form", async () => {
    await using opened = await open(() => ({ action: "accept", content: { name: "A" } }));
    expect(await ask(opened, "elicit", { requestedSchema: FORM })).toMatch(/does not fit the form: name must/);
  });

  it("is refused if the client cannot ask, and is not asked on autopilot", async () => {
    await using mute = await open(() => ({ action: "accept" }), { capabilities: WITHOUT_ELICITATION });
    expect(await ask(mute, "elicit")).toMatch(/decline|not support/);
    await using autopilot = await open(() => ({ action: "accept" }), { settings: { approval: "autopilot" } });
    expect(await ask(autopilot, "elicit")).toContain('{"action":"cancel"}');
    expect([...asked(mute), ...asked(autopilot)]).toEqual([]);
  });

  it("is refused between turns, with the reason", async () => {
    const file = fixture.folder.file("outcome");
    await using opened = await open(() => ({ action: "accept" }));
    await newSession(opened, fixture.server("asking", { args: [file] }));
    await expect
      .poll(() => existsSync(file) && readFileSync(file, "utf8"), { timeout: 30_000 })
      .toContain("No turn is running");
    expect(asked(opened)).toEqual([]);
  });

  it("ends with its turn, and the client learns it", async () => {
    const withdrawn: string[] = [];
    let onAsked: () => void = () => undefined;
    const isAsked = new Promise<void>((resolve) => {
      onAsked = resolve;
    });
    await using opened = await open(() => ({ action: "cancel" }), {
      handlers: {
        "elicitation/create": (_params, { signal }) => {
          onAsked();
          return new Promise<{ action: "cancel" }>((resolve) => {
            signal.addEventListener("abort", () => {
              withdrawn.push("withdrawn");
              resolve({ action: "cancel" });
            });
          });
        },
      },
    });
    const sessionId = await newSession(opened);
    const playing = opened.play(sessionId, "mcp elicit {}", "say done");
    await isAsked;
    opened.agent.notify("session/cancel", { sessionId });
    expect((await playing).stopReason).toBe("cancelled");
    await expect.poll(() => withdrawn).toEqual(["withdrawn"]);
  });
});
