// Many sessions on one process, many processes at once: no update is lost, and none goes to another session.
import { expect, it } from "vitest";
import { text, texts } from "../testing/events.ts";
import type { TestAgent } from "../testing/test-agent.ts";
import { useAgents } from "../testing/use-agents.ts";
import type { Session } from "./session.ts";

const agents = useAgents();
const CWD = process.cwd();
const SESSIONS = 50;
const PROCESSES = 20;
const CHUNKS = 200;

/** Chunks of a length that no other session has tell whose they are. */
async function stream(session: Session, index: number): Promise<void> {
  const heard: string[] = [];
  session.onEvents((batch) => heard.push(...texts(batch.map(({ event }) => event))));
  const bytes = 20 + index;
  expect(await session.prompt(text(`stream ${CHUNKS} ${bytes}\nsay ${session.id}`))).toEqual({
    stopReason: "end_turn",
  });
  expect(heard).toHaveLength(CHUNKS + 1);
  expect(heard.slice(0, -1).every(({ length }) => length === bytes)).toBe(true);
  expect(new Set(heard).size).toBe(CHUNKS + 1);
  expect(heard.at(-1)).toContain(session.id);
}

it(`runs ${SESSIONS} sessions on one agent`, { timeout: 120_000 }, async () => {
  await using test = agents.create(agents.scripted());
  const sessions = await Promise.all(Array.from({ length: SESSIONS }, () => test.agent.newSession({ cwd: CWD })));
  expect(new Set(sessions.map(({ agentSessionId }) => agentSessionId)).size).toBe(SESSIONS);
  await Promise.all(sessions.map((session, index) => stream(session, index)));
  expect(test.problems).toEqual([]);
  for (const session of sessions) expect(texts(test.store.written(session.id))).toHaveLength(CHUNKS + 1);
  // All of them come back after a crash.
  process.kill((test.agent.state as { pid: number }).pid, "SIGKILL");
  await test.reaches("error");
  const results = await Promise.all(sessions.map((session) => session.prompt(text("say back"))));
  expect(results).toEqual(sessions.map(() => ({ stopReason: "end_turn" })));
});

it(`runs ${PROCESSES} agents at once`, { timeout: 120_000 }, async () => {
  const tests: TestAgent[] = Array.from({ length: PROCESSES }, () => agents.create(agents.scripted()));
  try {
    const sessions = await Promise.all(tests.map(({ agent }) => agent.newSession({ cwd: CWD })));
    expect(await agents.marker.find()).toHaveLength(PROCESSES);
    await Promise.all(sessions.map((session, index) => stream(session, index)));
    expect(tests.flatMap(({ problems }) => problems)).toEqual([]);
  } finally {
    await Promise.all(tests.map(({ agent }) => agent.close()));
  }
  expect(await agents.marker.find()).toEqual([]);
});
