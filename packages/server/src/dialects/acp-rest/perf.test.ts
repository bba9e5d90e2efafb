import { openTestServer } from "@parley/test-support/server";
import { test } from "vitest";
import { createAcpRestDialect } from "./create-dialect.ts";
import { RunTranslator } from "./translate/run-translator.ts";
import { TURN } from "./testing/translate-all.ts";
test("perf", async () => {
  for (let r = 0; r < 4; r++) {
    const frames: unknown[] = [];
    const t = new RunTranslator(TURN, (event, seq, sub) => { frames.push({ id: sub === 0 ? String(seq) : `${seq}.${sub}`, data: JSON.stringify(event) }); });
    const events = Array.from({ length: 10_000 }, (_, i) => ({ v: 1 as const, seq: i + 2, at: 1, sessionId: "s", type: "update" as const, update: { sessionUpdate: "agent_message_chunk" as const, messageId: "m", content: { type: "text" as const, text: "x".repeat(100) } } }));
    const a = process.cpuUsage();
    for (const e of events) t.feed(e);
    const b = process.cpuUsage(a);
    console.log("translate µs/event", (b.user + b.system) / 10_000);
    const t2 = new RunTranslator(TURN, () => undefined);
    const a2 = process.cpuUsage();
    for (const e of events) t2.feed(e);
    const b2 = process.cpuUsage(a2);
    console.log("translate without stringify µs/event", (b2.user + b2.system) / 10_000);
  }
  await using server = await openTestServer({ dialects: [createAcpRestDialect] });
  for (let r = 0; r < 3; r++) {
    const c0 = process.cpuUsage();
    const t0 = performance.now();
    const res = await server.fetch("/runs", { method: "POST", body: JSON.stringify({ agent_name: "script", input: [{ parts: [{ content: "stream 10000 100" }] }], mode: "stream" }) });
    let bytes = 0;
    for await (const b of res.body!) bytes += (b as Uint8Array).length;
    const c = process.cpuUsage(c0);
    console.log("e2e (client in the same process)", (c.user + c.system) / 10_000, "µs/event", performance.now() - t0, "ms", bytes);
  }
}, 120_000);
