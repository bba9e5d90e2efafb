import type { RequestPermissionRequest } from "@parley/acp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connectPretendClient, type PretendClient } from "../../test/pretend-client.ts";

let client: PretendClient;
let sessionId: string;
let asked: RequestPermissionRequest[];
beforeEach(async () => {
  asked = [];
  client = await connectPretendClient({
    handlers: {
      "session/request_permission": (params) => {
        asked.push(params);
        return { outcome: { outcome: "selected", optionId: client.permissions.shift() ?? "allow_once" } };
      },
    },
  });
  sessionId = await client.newSession();
});
afterEach(() => client.close());

async function statuses(script: string): Promise<string[]> {
  const { updates } = await client.prompt(sessionId, script);
  return updates.flatMap((update) =>
    update.sessionUpdate === "tool_call_update" && (update.status === "completed" || update.status === "failed")
      ? [update.status]
      : [],
  );
}

describe("permission", () => {
  it("offers all four options, for the tool call that was announced, with what it is about", async () => {
    const { updates } = await client.prompt(sessionId, "write f x\nrun echo y");
    const ids = updates.flatMap((update) => (update.sessionUpdate === "tool_call" ? [update.toolCallId] : []));
    expect(asked.map(({ toolCall }) => toolCall.toolCallId)).toEqual(ids);
    expect(asked[0]?.toolCall).toMatchObject({ kind: "edit", content: [{ type: "diff", newText: "x" }] });
    expect(asked[1]?.toolCall).toMatchObject({ kind: "execute", title: "echo y", rawInput: { command: "echo y" } });
    expect(asked[0]?.options.map(({ kind }) => kind)).toEqual([
      "allow_once",
      "allow_always",
      "reject_once",
      "reject_always",
    ]);
  });

  it("given once is asked for again", async () => {
    client.permissions.push("allow_once", "reject_once", "allow_once");
    expect(await statuses("run echo 1\nrun echo 2\nrun echo 3")).toEqual(["completed", "failed", "completed"]);
    expect(asked).toHaveLength(3);
    expect(client.terminals.started).toHaveLength(2);
  });

  it("given for always holds for that kind of tool, in that session, in later turns too", async () => {
    client.permissions.push("allow_always", "reject_always");
    expect(await statuses("run echo 1\nwrite f x")).toEqual(["completed", "failed"]);
    expect(await statuses("run echo 2\nwrite f x\nedit f x => y")).toEqual(["completed", "failed", "failed"]);
    expect(asked).toHaveLength(2);
    expect(client.files.size).toBe(0);
    sessionId = await client.newSession();
    expect(await statuses("run echo 3")).toEqual(["completed"]);
    expect(asked).toHaveLength(3);
  });

  it("is refused by an option that was not offered", async () => {
    client.permissions.push("whatever");
    expect(await statuses("run echo 1")).toEqual(["failed"]);
    expect(client.terminals.started).toEqual([]);
  });
});
