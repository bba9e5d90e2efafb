// A cancelled turn is cancelled on every protocol, whatever the agent says it ended with.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openPlace } from "../run-parley.ts";
import { dialects, reaches, readLog } from "./dialects.ts";
import { serve } from "./served.ts";

/** Ends a cancelled turn like any other, as goose does. */
const AGENT = `
let prompt;
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  const send = (frame) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...frame }) + "\\n");
  if (method === "initialize") send({ id, result: { protocolVersion: 1, agentCapabilities: {} } });
  else if (method === "session/new") send({ id, result: { sessionId: "s" + id } });
  else if (method === "session/prompt") {
    prompt = id;
    const content = { type: "text", text: "working" };
    send({ method: "session/update", params: { sessionId: params.sessionId, update: { sessionUpdate: "agent_message_chunk", content } } });
  } else if (method === "session/cancel") send({ id: prompt, result: { stopReason: "end_turn" } });
  else if (id !== undefined) send({ id, error: { code: -32601, message: "Method not found: " + method } });
});
`;

describe("a turn that is cancelled, and that the agent ends with end_turn", { timeout: 90_000 }, () => {
  it("is cancelled on every protocol, and the log has the agent's own result", async () => {
    await using place = await openPlace();
    const program = join(place.home, "agent.cjs");
    await writeFile(program, AGENT);
    const agents = { polite: { command: process.execPath, args: [program] } };
    await writeFile(join(place.home, "config.json"), JSON.stringify({ agents }));
    await using server = await serve(place);
    for (const dialect of dialects) {
      const begun = await dialect.begin(server, "polite", "go", place.work);
      const said = async (): Promise<string> => JSON.stringify(await readLog(server, begun.sessionId));
      await expect.poll(said).toContain("working");
      await dialect.cancel(server, begun);
      const turn = await reaches(server, begun.turnId, "cancelled", "completed", "failed");
      expect([dialect.name, turn.state, turn.stop_reason]).toEqual([dialect.name, "cancelled", "cancelled"]);
      expect(await dialect.state(server, begun)).toBe(dialect.words.cancelled);
      const log = await readLog(server, begun.sessionId);
      expect(log.find(({ type }) => type === "note")).toMatchObject({ text: expect.stringContaining("end_turn") });
      expect(log.filter(({ type }) => type === "stop")).toMatchObject([{ stopReason: "cancelled" }]);
    }
  });
});
