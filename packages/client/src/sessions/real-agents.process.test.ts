// What real agents do on the wire, each seen in one or more of them, and what the client makes of it.
import type { TranscriptItem } from "@parley/acp/transcript";
import { createTempFolder } from "@parley/test-support";
import { expect, it } from "vitest";
import type { Feature } from "../features/feature.ts";
import { summarize, text, texts, types } from "../testing/events.ts";
import { inlineAgent, type InlineWire } from "../testing/inline-agent.ts";
import type { TestAgent } from "../testing/test-agent.ts";
import { useAgents } from "../testing/use-agents.ts";
import type { Session } from "./session.ts";

const agents = useAgents();
const CWD = process.cwd();

/** One turn with an agent that does this in it. */
async function turnWith(
  program: readonly string[],
  check: (session: Session, test: TestAgent) => unknown,
  features: readonly Feature[] = [],
): Promise<void> {
  await using test = agents.create(program, { features, limits: { restartDelaysMs: [0] } });
  const session = await test.agent.newSession({ cwd: CWD });
  expect(await session.prompt(text("go"))).toEqual({ stopReason: "end_turn" });
  await check(session, test);
}

function itemsOf(session: Session, type: TranscriptItem["type"]): readonly TranscriptItem[] {
  return session.transcript.snapshot().items.filter((item) => item.type === type);
}

it("unknown requests get −32601, unknown notifications are ignored, and the turn goes on", async () => {
  const program = inlineAgent((wire) => {
    wire.on("session/prompt", ({ params, answer }) => {
      wire.send({ method: "qwen/notify/session/prompt-suggestion", params });
      wire.send({ method: "_auth/status_update", params: {} });
      void wire.ask("craft/drainMidTurnQueue", { sessionId: params.sessionId }).then(({ error }) => {
        wire.say(params.sessionId, `answered ${error?.code}`);
        answer({ stopReason: "end_turn" });
        return undefined;
      });
    });
  });
  await turnWith(program, (session, test) => {
    expect(texts(test.store.written(session.id))).toEqual(["answered -32601"]);
    expect(test.problems).toEqual([]);
  });
});

it("calls for files that were never offered are refused, and the agent does as it likes", async () => {
  const program = inlineAgent((wire) => {
    wire.on("session/prompt", ({ params: { sessionId }, answer }) => {
      void wire.ask("fs/write_text_file", { sessionId, path: "/tmp/a", content: "x" }).then(({ error }) => {
        wire.say(sessionId, `written myself (${error?.code})`);
        answer({ stopReason: "end_turn" });
        return undefined;
      });
    });
  });
  await turnWith(program, (session, test) =>
    expect(texts(test.store.written(session.id))).toEqual(["written myself (-32601)"]),
  );
});

it("a permission for a tool call that was never announced reaches the feature, options as they are", async () => {
  const asked: unknown[] = [];
  const feature: Feature = {
    name: "person",
    capabilities: {},
    open: async () => ({
      handlers: {
        "session/request_permission": ({ toolCall, options }) => {
          asked.push([toolCall.toolCallId, options.map(({ optionId }) => optionId)]);
          return { outcome: { outcome: "selected", optionId: options[1]?.optionId ?? "" } };
        },
      },
      close: async () => undefined,
    }),
  };
  const program = inlineAgent((wire) => {
    const options = ["a", "b"].map((optionId) => ({ optionId, name: "allow_always", kind: "allow_always" }));
    wire.on("session/prompt", ({ params: { sessionId }, answer }) => {
      const toolCall = { toolCallId: "unheard-of" };
      void wire.ask("session/request_permission", { sessionId, toolCall, options }).then(({ result }) => {
        wire.say(sessionId, JSON.stringify(result));
        answer({ stopReason: "end_turn" });
        return undefined;
      });
    });
  });
  await turnWith(
    program,
    (session, test) => {
      expect(asked).toEqual([["unheard-of", ["a", "b"]]]);
      expect(texts(test.store.written(session.id))).toEqual(['{"outcome":{"outcome":"selected","optionId":"b"}}']);
    },
    [feature],
  );
});

it("tool calls are one by their id: updated before they are announced, announced twice, failed and pending again", async () => {
  const program = inlineAgent((wire) => {
    wire.on("session/prompt", ({ params: { sessionId }, answer }) => {
      const updates = [
        { sessionUpdate: "tool_call_update", toolCallId: "t", status: "in_progress" },
        { sessionUpdate: "tool_call", toolCallId: "t", title: "First", status: "failed" },
        { sessionUpdate: "tool_call", toolCallId: "t", title: "Second", status: "pending" },
      ];
      for (const update of updates) wire.update(sessionId, update);
      answer({ stopReason: "end_turn" });
    });
  });
  await turnWith(program, (session) =>
    expect(itemsOf(session, "tool_call")).toMatchObject([{ toolCallId: "t", title: "Second", status: "pending" }]),
  );
});

it("a terminal that the client never made is shown from what the agent says of it", async () => {
  await using test = agents.create(agents.lying("unknown-terminal"));
  const session = await test.agent.newSession({ cwd: CWD });
  await session.prompt(text("lie"));
  expect(session.transcript.snapshot().terminals).toMatchObject([
    { terminalId: "not-yours", output: "out\nmore\n", exit: { exitCode: 0 } },
  ]);
});

it("updates after the answer belong to the session, behind the stop", async () => {
  const program = inlineAgent((wire) => {
    wire.on("session/prompt", ({ params: { sessionId }, answer }) => {
      answer({ stopReason: "end_turn" });
      wire.update(sessionId, { sessionUpdate: "usage_update", used: 1, size: 10 });
      wire.update(sessionId, { sessionUpdate: "session_info_update", title: "Named afterwards" });
    });
  });
  await turnWith(program, async (session, test) => {
    await expect.poll(() => session.transcript.snapshot().state.title).toBe("Named afterwards");
    expect(types(test.store.written(session.id))).toEqual(["agent_started", "prompt", "stop", "update", "update"]);
  });
});

it("history that comes after the answer to session/load is not recorded again", async () => {
  const program = inlineAgent((wire) => {
    wire.on("initialize", ({ answer }) => answer({ protocolVersion: 1, agentCapabilities: { loadSession: true } }));
    wire.on("session/load", ({ params: { sessionId }, answer }) => {
      answer({});
      for (let count = 0; count < 41; count += 1) wire.say(sessionId, `history ${count}`);
      wire.update(sessionId, { sessionUpdate: "tool_call", toolCallId: "old", title: "Old" });
      wire.update(sessionId, { sessionUpdate: "available_commands_update", availableCommands: [] });
    });
    wire.on("session/prompt", ({ params: { sessionId }, answer }) => {
      wire.say(sessionId, "now");
      answer({ stopReason: "end_turn" });
    });
  });
  await turnWith(program, async (session, test) => {
    await test.agent.restart();
    await session.prompt(text("once more"));
    expect(summarize(test.store.written(session.id)).slice(4)).toEqual([
      "restarted: loaded",
      "available_commands_update",
      "prompt",
      "now",
      "stop",
    ]);
  });
});

it("a session that the agent still has open is continued", async () => {
  const program = inlineAgent((wire) => {
    wire.on("initialize", ({ answer }) => answer({ protocolVersion: 1, agentCapabilities: { loadSession: true } }));
    wire.on("session/load", ({ refuse }) => refuse(-32_602, "Session session-1 is already loaded"));
    wire.on("session/prompt", ({ answer }) => answer({ stopReason: "end_turn" }));
  });
  await turnWith(program, async (session, test) => {
    await session.close();
    const again = await test.agent.resumeSession(session.id, {});
    expect(again.agentSessionId).toBe("session-1");
    expect(await again.prompt(text("on"))).toEqual({ stopReason: "end_turn" });
  });
});

it("a new process starts only after the previous one, which may hold the session, has ended", async () => {
  await using folder = await createTempFolder();
  const locking = (wire: InlineWire, lock: string): void => {
    const fs = process.getBuiltinModule("node:fs");
    const isFree = !fs.existsSync(lock);
    if (isFree) fs.writeFileSync(lock, "");
    // It takes its time to leave, and lets go only then.
    process.on("SIGTERM", () => {
      setTimeout(() => {
        fs.rmSync(lock);
        process.exit(0);
      }, 300);
    });
    setInterval(() => undefined, 1_000);
    const agentCapabilities = { sessionCapabilities: { resume: {} } };
    wire.on("initialize", ({ answer }) => answer({ protocolVersion: 1, agentCapabilities }));
    wire.on("session/resume", ({ answer, refuse }) =>
      isFree ? answer({}) : refuse(-32_603, "in use by another client"),
    );
    wire.on("session/prompt", ({ answer }) => answer({ stopReason: "end_turn" }));
  };
  await turnWith(inlineAgent(locking, folder.file("lock")), async (session, test) => {
    await test.agent.restart();
    expect(summarize(test.store.written(session.id)).at(-1)).toBe("restarted: resumed");
  });
});

it("a daemon that an agent leaves behind is ended with it, in any process group", async () => {
  const program = inlineAgent((wire) => {
    wire.on("session/prompt", ({ answer }) => {
      const { spawn } = process.getBuiltinModule("node:child_process");
      const idle = "setInterval(() => undefined, 1000)";
      spawn(process.execPath, ["-e", idle], { detached: true, stdio: "ignore" }).unref();
      answer({ stopReason: "end_turn" });
    });
  });
  await turnWith(program, async (_session, test) => {
    await expect.poll(() => agents.marker.find()).toHaveLength(2);
    process.kill((test.agent.state as { pid: number }).pid, "SIGKILL");
    await test.reaches("error");
    await test.reaches("running");
    // The daemon of the first process is gone; the second has none yet.
    expect(await agents.marker.find()).toHaveLength(1);
  });
});

it("commands come before the session has a name, in a turn, and after it; ids of modes are any text", async () => {
  const program = inlineAgent((wire) => {
    const announce = (name: string): void =>
      wire.update("s", { sessionUpdate: "available_commands_update", availableCommands: [{ name, description: "" }] });
    const id = "https://agentclientprotocol.com/protocol/session-modes#agent";
    wire.on("session/new", ({ answer }) => {
      announce("before");
      answer({ sessionId: "s", modes: { currentModeId: id, availableModes: [{ id, name: "Agent" }] } });
    });
    wire.on("session/set_mode", ({ answer }) => answer({}));
    wire.on("session/prompt", ({ answer }) => {
      announce("during");
      answer({ stopReason: "end_turn" });
      announce("after");
    });
  });
  await using test = agents.create(program);
  const session = await test.agent.newSession({ cwd: CWD });
  expect(session.commands.map(({ name }) => name)).toEqual(["before"]);
  await session.setMode(session.choices.modeId ?? "");
  await session.prompt(text("go"));
  await expect.poll(() => session.commands.map(({ name }) => name)).toEqual(["after"]);
  expect(test.problems).toEqual([]);
});
