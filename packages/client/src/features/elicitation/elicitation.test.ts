import type { CreateElicitationRequest, CreateElicitationResponse, ElicitationSchema } from "@parley/acp";
import { describe, expect, it } from "vitest";
import { createFeatures } from "../create-features.ts";
import { openTestSession, type TestSession } from "../testing/open-session.ts";
import { TestPerson } from "../testing/test-person.ts";

const schema: ElicitationSchema = {
  type: "object",
  properties: {
    name: { type: "string", minLength: 2 },
    password: { type: "string" },
    count: { type: "integer", minimum: 1, maximum: 5 },
  },
  required: ["name"],
};

function fill(session: TestSession, requestedSchema: ElicitationSchema, signal?: AbortSignal): Promise<unknown> {
  return session.call("elicitation/create", { mode: "form", message: "Please", requestedSchema } as never, signal);
}

function visit(session: TestSession, url: string, elicitationId = "page-1"): Promise<unknown> {
  return session.call("elicitation/create", { mode: "url", message: "Please", url, elicitationId } as never);
}

describe("a form", () => {
  it("is filled in and sent, and on record without what is called a password", async () => {
    await using session = await openTestSession();
    const content = { name: "Eve", password: "hunter2", count: 3 };
    session.person.willFill({ action: "accept", content });
    expect(await fill(session, schema)).toEqual({ action: "accept", content });
    expect(session.person.forms).toMatchObject([{ sessionId: "session-1", agentName: "tester", refused: undefined }]);
    const [asked] = session.eventsOf("elicitation_asked");
    expect(session.eventsOf("elicitation_answered")).toEqual([
      {
        type: "elicitation_answered",
        interactionId: asked?.interactionId,
        response: { action: "accept", content: { name: "Eve", password: "…", count: 3 } },
        by: "user",
      },
    ]);
    expect(JSON.stringify(session.events)).not.toContain("hunter2");
  });

  it("is put back with the name of the field that does not fit", async () => {
    await using session = await openTestSession();
    session.person.willFill(
      { action: "accept", content: {} },
      { action: "accept", content: { name: "E" } },
      { action: "accept", content: { name: "Eve", count: 9 } },
      { action: "accept", content: { name: "Eve" } },
    );
    expect(await fill(session, schema)).toEqual({ action: "accept", content: { name: "Eve" } });
    expect(session.person.forms.map(({ refused }) => refused)).toEqual([
      undefined,
      { field: "name", problem: "is required" },
      { field: "name", problem: "must be at least 2 characters" },
      { field: "count", problem: "must be at most 5" },
    ]);
    expect(new Set(session.person.forms.map(({ interactionId }) => interactionId)).size).toBe(1);
  });

  it("is cancelled after several invalid answers, none of which is sent", async () => {
    await using session = await openTestSession();
    for (let count = 0; count < 10; count += 1) session.person.willFill({ action: "accept", content: {} });
    expect(await fill(session, schema)).toEqual({ action: "cancel" });
    expect(session.person.forms).toHaveLength(5);
    expect(session.eventsOf("elicitation_answered")).toMatchObject([{ by: "invalid" }]);
    expect(session.eventsOf("note")).toMatchObject([{ text: expect.stringContaining("name is required") }]);
  });

  it("is declined, or cancelled by the person, the turn or a surface that fails", async () => {
    await using session = await openTestSession();
    session.person.willFill({ action: "decline" }, { action: "cancel" }, () => Promise.reject(new Error("gone")));
    expect(await fill(session, schema)).toEqual({ action: "decline" });
    expect(await fill(session, schema)).toEqual({ action: "cancel" });
    expect(await fill(session, schema)).toEqual({ action: "cancel" });
    const cancel = new AbortController();
    session.person.willFill(() => new Promise(() => undefined));
    const asked = fill(session, schema, cancel.signal);
    await expect.poll(() => session.person.forms.length).toBe(4);
    cancel.abort();
    expect(await asked).toEqual({ action: "cancel" });
    expect(session.eventsOf("elicitation_answered").map(({ by }) => by)).toEqual(["user", "user", "error", "cancel"]);
  });
});

describe("a page", () => {
  it("is shown whole to the person, and nothing else goes back", async () => {
    await using session = await openTestSession();
    const url = "https://login.example/authorize?client=1&state=abc#top";
    session.person.willFill({ action: "accept", content: { token: "made up" } });
    expect(await visit(session, url)).toEqual({ action: "accept" });
    expect(session.person.forms[0]?.request).toMatchObject({ mode: "url", url });
  });

  it.each(["file:///etc/passwd", "javascript:alert(1)", "vscode://x/y", "data:text/html,x", "not an address", ""])(
    "is not shown at %j",
    async (url) => {
      await using session = await openTestSession();
      await expect(visit(session, url)).rejects.toMatchObject({ code: -32602, data: { path: "/url" } });
      expect(session.person.forms).toEqual([]);
      expect(session.events).toEqual([]);
    },
  );

  it("is done when the agent says so: once, and only one that somebody accepted or is still looking at", async () => {
    await using session = await openTestSession();
    session.person.willFill({ action: "accept" }, { action: "decline" });
    await visit(session, "https://a.example", "accepted");
    await visit(session, "https://a.example", "declined");
    let finish: (response: CreateElicitationResponse) => void = () => undefined;
    session.person.willFill(() => new Promise((resolve) => (finish = resolve)));
    const open = visit(session, "https://a.example", "open");
    await expect.poll(() => session.person.forms.length).toBe(3);
    for (const id of ["accepted", "accepted", "declined", "unheard-of", "open"]) session.complete(id);
    expect(session.person.completed).toEqual(["accepted", "open"]);
    finish({ action: "accept" });
    expect(await open).toEqual({ action: "accept" });
  });
});

describe("what an agent asks outside of any session", () => {
  it("goes to the same person", async () => {
    const person = new TestPerson();
    const rules = { read: () => Promise.reject(new Error("not needed")), remember: () => Promise.resolve() };
    const features = createFeatures({ ask: person, rules, level: "auto", parleyHome: "/nowhere", agentName: "goose" });
    const outside = features.find(({ name }) => name === "elicitation")?.outside;
    const request = {
      mode: "form",
      message: "Key?",
      requestedSchema: schema,
      requestId: 1,
    } as CreateElicitationRequest;
    person.willFill({ action: "accept", content: { name: "Eve" } });
    const context = { id: 1, method: "elicitation/create", signal: new AbortController().signal };
    expect(await outside?.["elicitation/create"]?.(request, context)).toEqual({
      action: "accept",
      content: { name: "Eve" },
    });
    expect(person.forms).toMatchObject([{ sessionId: undefined, agentName: "goose" }]);
  });
});
