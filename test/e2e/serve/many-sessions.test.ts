// More sessions of our own agent than one process of it takes, through the real server.
import { describe, expect, it } from "vitest";
import { openPlace } from "../run-parley.ts";
import { serve, type Served } from "./served.ts";

/** One process takes 64. */
const SESSIONS = 84;
const TOGETHER = 12;

interface Run {
  readonly session_id: string;
  readonly status: string;
  readonly error?: unknown;
  readonly output: readonly { readonly parts: readonly { readonly content?: string }[] }[];
}

async function say(server: Served, text: string, session_id?: string): Promise<Run> {
  const input = [{ role: "user", parts: [{ content_type: "text/plain", content: text }] }];
  const response = await fetch(`${server.url}/runs`, {
    method: "POST",
    headers: { authorization: `Bearer ${server.token}`, "content-type": "application/json" },
    body: JSON.stringify({ agent_name: "backend", session_id, input }),
  });
  return (await response.json()) as Run;
}

function textOf({ output }: Run): string {
  return output.flatMap(({ parts }) => parts.map(({ content = "" }) => content)).join("");
}

describe("more sessions than a process of our agent takes", { timeout: 240_000 }, () => {
  it("take each other's place while they are idle and lose nothing, and get a further process while all are busy", async () => {
    await using place = await openPlace();
    await using server = await serve(place, [], { env: { PARLEY_MODEL: "offline/script" } });
    const ids: string[] = [];
    // Most of them are idle when the next ones come.
    for (let first = 0; first < SESSIONS; first += TOGETHER) {
      const numbers = Array.from({ length: TOGETHER }, (_, index) => first + index);
      const runs = await Promise.all(numbers.map((number) => say(server, `say Number ${number}`)));
      for (const run of runs) expect(run).toMatchObject({ status: "completed" });
      ids.push(...runs.map(({ session_id }) => session_id));
    }
    const again = await Promise.all(ids.map((id, index) => say(server, `wait 200\nsay Again ${index}`, id)));
    expect(again.map((run) => [run.status, textOf(run)])).toEqual(
      ids.map((_, index) => ["completed", expect.stringContaining(`Again ${index}`) as string]),
    );
    // The agent brought back what it had closed.
    for (const id of ids.slice(0, 3)) {
      const { stdout } = await place.run(["sessions", "export", id, "--format", "ndjson"]);
      expect(stdout).toContain('"type":"agent_restarted"');
      expect(stdout).not.toContain('"history":"lost"');
    }
  });
});
