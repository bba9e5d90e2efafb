import { openTestServer } from "@parley/test-support/server";
import { test } from "vitest";
import { createAcpRestDialect } from "./create-dialect.ts";
import { TEST_AGENTS } from "./testing/test-agents.ts";
test("dbg", async () => {
  await using server = await openTestServer({ agents: TEST_AGENTS, dialects: [createAcpRestDialect], log: { write: (...a) => console.log("LOG", ...a) } });
  server.hub.turns.onChange((t) => console.log("TURN", JSON.stringify(t)));
  const r = await server.fetch("/runs", { method: "POST", body: JSON.stringify({ agent_name: "echo", input: [{ parts: [{ content: "hi" }] }], mode: "stream" }) });
  console.log(r.status, [...r.headers]);
  const dec = new TextDecoder();
  const t = setTimeout(async () => { const { sessions } = await server.hub.sessions.list(); for (const s of sessions) console.log("EVENTS", (await server.hub.sessions.events(s.id, { after: 0 })).map((e) => e.line)); }, 4000);
  const reader = r.body!.getReader();
  for (;;) { const x = await Promise.race([reader.read(), new Promise<undefined>((res) => setTimeout(res, 6000))]); if (!x || x.done) { console.log("END", x); break; } console.log(dec.decode(x.value)); }
  clearTimeout(t);
  await reader.cancel();
});
