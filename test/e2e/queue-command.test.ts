// Prompts that wait for a running turn, from the command line: listed, edited, moved, sent at once, withdrawn. And the sample session.
import { existsSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPlace, type Place } from "./run-parley.ts";
import { serve, type Served } from "./serve/served.ts";

let place: Place;
let server: Served;

beforeAll(async () => {
  place = await openPlace();
  server = await serve(place);
}, 120_000);

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await place[Symbol.asyncDispose]();
});

interface Listed {
  readonly session_id: string;
  readonly running?: string;
  readonly prompts: readonly { readonly prompt: readonly { readonly text: string }[] }[];
}

async function queue(...args: readonly string[]): Promise<readonly string[]> {
  const { code, stdout, stderr } = await place.run(["queue", ...args, "--json"]);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  const { prompts } = JSON.parse(stdout) as Listed;
  return prompts.map(({ prompt }) => prompt.map(({ text }) => text).join(""));
}

it("changes the queue of a session", { timeout: 240_000 }, async () => {
  const sample = await place.run(["sessions", "sample", "--json"]);
  const { id, cwd } = JSON.parse(sample.stdout) as { readonly id: string; readonly cwd: string };
  expect(existsSync(cwd)).toBe(true);
  expect(await place.run(["queue"])).toMatchObject({ code: 0, stdout: "" });
  const send = async (text: string): Promise<void> => {
    const response = await fetch(`${server.url}/sessions/${id}/reply`, {
      method: "POST",
      headers: { authorization: `Bearer ${server.token}`, "content-type": "application/json" },
      body: JSON.stringify({ user_message: text }),
    });
    expect(response.status).toBe(202);
  };
  await send("wait 600000");
  for (const text of ["say one", "say two", "say three"]) await send(text);
  expect(await queue("list", id)).toEqual(["say one", "say two", "say three"]);
  expect(await queue("move", id, "3", "1")).toEqual(["say three", "say one", "say two"]);
  expect(await queue("edit", id, "2", "say", "another")).toEqual(["say three", "say another", "say two"]);
  expect(await queue("withdraw", id, "3")).toEqual(["say three", "say another"]);
  const shown = await place.run(["queue", "list", id]);
  expect(shown.stdout).toMatch(/NUMBER\s+WHEN\s+FROM\s+PROMPT/);
  expect(shown.stdout).toContain("say another");
  const wrong = await place.run(["queue", "send", id, "3"]);
  expect(wrong).toMatchObject({ code: 2 });
  expect(wrong.stderr).toContain("the last one is 2");
  expect(await place.run(["queue", "move", id, "0", "1"])).toMatchObject({ code: 2 });
  await queue("send", id, "2");
  await expect
    .poll(async () => (await place.run(["sessions", "show", id])).stdout, { timeout: 60_000 })
    .toMatch(/another[^]*three/);
  expect(await queue("list", id)).toEqual([]);
});
