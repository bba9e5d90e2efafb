// Sessions listed and deleted, between our own two ends.
import { describe, expect, it } from "vitest";
import { converse, CWD } from "./conversation.ts";
import { runsOn, verifies } from "./verifies.ts";

const wires = runsOn("memory", "stdio", "websocket");

describe.each(wires)("the session list over %s", (wire) => {
  it("our agent lists sessions page by page, and our client follows its cursors to the end", async () => {
    verifies("LIST-002", "LIST-004", "LIST-005");
    await using talk = await converse(wire, { agent: { limits: { listPageSize: 2 } } });
    const made = [await talk.newSession(), await talk.newSession(), await talk.newSession(), await talk.newSession()];
    const listed: string[] = [];
    let cursor: string | null | undefined;
    let pages = 0;
    do {
      const page = await talk.agent.request("session/list", cursor === undefined ? {} : { cursor });
      listed.push(...page.sessions.map(({ sessionId }) => sessionId));
      cursor = page.nextCursor;
      pages += 1;
    } while (cursor !== undefined && cursor !== null);
    expect(listed.toSorted()).toEqual(made.toSorted());
    expect(pages).toBe(2);
    const answers = talk
      .sentBy("agent")
      .map(({ result }) => (result as { nextCursor?: string } | undefined)?.nextCursor);
    const sent = talk.sentBy("client", "session/list").map(({ params }) => (params as { cursor?: string }).cursor);
    expect(sent.filter((value) => value !== undefined)).toEqual(answers.filter((value) => value !== undefined));
  });

  it("our agent answers with an empty list when nothing matches", async () => {
    verifies("LIST-003");
    await using talk = await converse(wire);
    expect(await talk.agent.request("session/list", {})).toEqual({ sessions: [] });
    await talk.newSession();
    expect(await talk.agent.request("session/list", { cwd: "/nowhere" })).toEqual({ sessions: [] });
    expect((await talk.agent.request("session/list", { cwd: CWD })).sessions).toHaveLength(1);
  });

  it("our agent lists a deleted session no more", async () => {
    verifies("DELETE-002");
    await using talk = await converse(wire);
    const [kept, deleted] = [await talk.newSession(), await talk.newSession()];
    expect(await talk.agent.request("session/delete", { sessionId: deleted })).toEqual({});
    const { sessions } = await talk.agent.request("session/list", {});
    expect(sessions.map(({ sessionId }) => sessionId)).toEqual([kept]);
    expect(await talk.agent.request("session/delete", { sessionId: deleted })).toEqual({});
  });
});
