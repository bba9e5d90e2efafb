import { connectToAgent, type ClientHandlers, type SessionUpdate } from "@parley/acp";
import { createMemoryPair, createPeer, ErrorCodes, type Peer } from "@parley/rpc";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { defaultClientLimits } from "../limits.ts";
import type { AgentProblem } from "../agent-problem.ts";
import type { SessionReceiver } from "./held-messages.ts";
import { Router } from "./router.ts";

let agent: Peer;
let router: Router;
let problems: AgentProblem[];
let close: () => Promise<void>;
let outside: ClientHandlers;

beforeEach(async () => {
  const [client, other] = createMemoryPair();
  problems = [];
  outside = {};
  const report = (problem: AgentProblem): void => void problems.push(problem);
  const limits = { ...defaultClientLimits, heldMessagesMax: 3, heldCharsMax: 1_000 };
  router = new Router({
    limits,
    report,
    outside: new Proxy({}, { get: (_target, name) => Reflect.get(outside, name) as unknown }),
  });
  agent = createPeer(other, {
    requests: { initialize: () => ({ protocolVersion: 1 }), "session/new": () => ({ sessionId: "new" }) },
  });
  const connection = connectToAgent(client, () => router.handlers, { onProblem: report });
  await connection.request("initialize", {
    protocolVersion: 1,
    clientCapabilities: { elicitation: { form: {}, url: {} } },
  });
  close = async () => {
    await connection.close();
    await agent.close();
  };
});
afterEach(() => close());

interface Taken extends SessionReceiver {
  readonly taken: string[];
}

/** Notes what it gets; a request is answered with its own name. */
function receiver(name: string): Taken {
  const taken: string[] = [];
  return {
    taken,
    update: (update) => void taken.push(`${name} ${textOf(update)}`),
    request: (method) => {
      taken.push(`${name} ${method}`);
      return method === "session/request_permission"
        ? { outcome: { outcome: "selected", optionId: name } }
        : { action: "accept" };
    },
    completed: ({ elicitationId }) => void taken.push(`${name} done ${elicitationId}`),
  };
}

function textOf(update: SessionUpdate): string {
  return update.sessionUpdate === "agent_message_chunk" && update.content.type === "text" ? update.content.text : "?";
}

function say(sessionId: string, text: string): void {
  const update = { sessionUpdate: "agent_message_chunk", content: { type: "text", text } };
  agent.notify("session/update", { sessionId, update });
}

function askPermission(sessionId: string): Promise<unknown> {
  return agent.request("session/request_permission", { sessionId, toolCall: { toolCallId: "t" }, options: [] });
}

/** Everything that was sent before has arrived. */
async function arrived(): Promise<void> {
  await agent.request("_none").catch(() => undefined);
}

const UNKNOWN = { code: ErrorCodes.invalidParams, message: "Invalid params: unknown session" };

describe("messages for sessions", () => {
  it("go to the session they name", async () => {
    const [one, two] = [receiver("one"), receiver("two")];
    router.claim("1").open(one);
    router.claim("2").open(two);
    say("1", "a");
    say("2", "b");
    expect(await askPermission("2")).toMatchObject({ outcome: { optionId: "two" } });
    expect([one.taken, two.taken]).toEqual([["one a"], ["two b", "two session/request_permission"]]);
    expect(problems).toEqual([]);
  });

  it("are refused for an unknown session, and reported", async () => {
    say("none", "a");
    await expect(askPermission("none")).rejects.toMatchObject(UNKNOWN);
    expect(problems).toEqual([
      { kind: "unknown_session", method: "session/update", sessionId: "none" },
      { kind: "unknown_session", method: "session/request_permission", sessionId: "none" },
    ]);
  });

  it("are refused again once the session is closed", async () => {
    const mailbox = router.claim("1");
    mailbox.open(receiver("one"));
    mailbox.close();
    await expect(askPermission("1")).rejects.toMatchObject(UNKNOWN);
    const again = receiver("again");
    router.claim("1").open(again);
    // The mailbox from before has nothing to say any more.
    mailbox.close();
    expect(await askPermission("1")).toMatchObject({ outcome: { optionId: "again" } });
  });

  it("are held in order while the session is being opened", async () => {
    const mailbox = router.claim("1");
    say("1", "a");
    const asked = askPermission("1");
    say("1", "b");
    await arrived();
    const one = receiver("one");
    mailbox.open(one);
    say("1", "c");
    expect(await asked).toMatchObject({ outcome: { optionId: "one" } });
    await arrived();
    expect(one.taken).toEqual(["one a", "one session/request_permission", "one b", "one c"]);
  });

  it("are refused if the session is closed before it was open", async () => {
    const mailbox = router.claim("1");
    const asked = askPermission("1");
    await arrived();
    mailbox.close();
    await expect(asked).rejects.toMatchObject(UNKNOWN);
  });

  it("cannot be claimed twice", () => {
    router.claim("1");
    expect(() => router.claim("1")).toThrow('The agent returned the id of a session that is already open: "1"');
  });
});

describe("messages for a session that has no name yet", () => {
  it("are kept until it is known, each for its own", async () => {
    const expected = router.expectSession();
    say("new", "a");
    const asked = askPermission("new");
    say("stray", "x");
    await arrived();
    expect(problems).toEqual([]);
    const one = receiver("one");
    router.claim("new").open(one);
    expected();
    expect(await asked).toMatchObject({ outcome: { optionId: "one" } });
    expect(one.taken).toEqual(["one a", "one session/request_permission"]);
    expect(problems).toEqual([{ kind: "unknown_session", method: "session/update", sessionId: "stray" }]);
  });

  it("are kept as long as any session is expected", async () => {
    const [first, second] = [router.expectSession(), router.expectSession()];
    say("late", "a");
    await arrived();
    first();
    first();
    expect(problems).toEqual([]);
    const late = receiver("late");
    router.claim("late").open(late);
    second();
    expect(late.taken).toEqual(["late a"]);
  });

  it("are refused when the session does not come", async () => {
    const expected = router.expectSession();
    const asked = askPermission("new");
    await arrived();
    expected();
    await expect(asked).rejects.toMatchObject(UNKNOWN);
  });

  it.each([
    ["many", ["1", "2", "3", "4"], ["one 1", "one 2", "one 3"]],
    ["large", ["1", "x".repeat(2_000)], ["one 1"]],
  ])("are given up when they are too %s", async (_what, said, kept) => {
    const expected = router.expectSession();
    for (const text of said) say("new", text);
    const asked = askPermission("new");
    await expect(asked).rejects.toMatchObject({ code: ErrorCodes.internalError });
    const one = receiver("one");
    router.claim("new").open(one);
    expected();
    expect(one.taken).toEqual(kept);
    expect(new Set(problems.map(({ kind }) => kind))).toEqual(new Set(["held_overflow"]));
  });
});

describe("questions", () => {
  const form = { mode: "form", message: "Who?", requestedSchema: { type: "object", properties: {} } };
  const page = (id: string) => ({ mode: "url", message: "Go", elicitationId: id, url: "https://example.com/" });

  it("outside of any session are answered by the features that can", async () => {
    const done: string[] = [];
    outside = {
      "elicitation/create": () => ({ action: "accept" }),
      "elicitation/complete": ({ elicitationId }) => void done.push(elicitationId),
    };
    expect(await agent.request("elicitation/create", { requestId: 1, ...page("out") })).toEqual({ action: "accept" });
    agent.notify("elicitation/complete", { elicitationId: "out" });
    await arrived();
    expect(done).toEqual(["out"]);
  });

  it("outside any session are cancelled if there is no handler", async () => {
    expect(await agent.request("elicitation/create", { requestId: 1, ...form })).toEqual({ action: "cancel" });
  });

  it("by page are completed where they were asked", async () => {
    const [one, two] = [receiver("one"), receiver("two")];
    router.claim("1").open(one);
    router.claim("2").open(two);
    await agent.request("elicitation/create", { sessionId: "1", ...page("p1") });
    await agent.request("elicitation/create", { sessionId: "2", ...page("p2") });
    for (const elicitationId of ["p2", "p1", "p1", "never"]) agent.notify("elicitation/complete", { elicitationId });
    await arrived();
    expect(one.taken).toEqual(["one elicitation/create", "one done p1"]);
    expect(two.taken).toEqual(["two elicitation/create", "two done p2"]);
  });
});
