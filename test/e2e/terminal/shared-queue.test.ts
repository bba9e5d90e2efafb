// The queue of a session: every chat and the API show the same one, with who queued what; Esc returns only one's own.
import { KEYS, SIZES, type EmulatedTerminal } from "@parley/test-support/terminal";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openPlace, type Place } from "../run-parley.ts";
import { serve, type Served } from "../serve/served.ts";
import { leave, openReadyChat } from "./opened-chat.ts";

let place: Place;
let server: Served;
let first: EmulatedTerminal;
let second: EmulatedTerminal;
beforeAll(async () => {
  place = await openPlace();
  server = await serve(place);
  first = await openReadyChat(place, { args: ["--level", "bypass"] });
  first.types(`say hello${KEYS.enter}`);
  await first.sees(/^hello$/m);
  second = await openReadyChat(place, { args: ["--continue"], ...SIZES[2] });
});
afterAll(async () => {
  for (const chat of [first, second]) await chat[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
  await place[Symbol.asyncDispose]();
});

interface Queue {
  readonly prompts: readonly { readonly turn_id: string; readonly prompt: readonly { readonly text: string }[] }[];
}

async function sessionPath(): Promise<string> {
  const { sessions } = (await (await server.fetch("/sessions")).json()) as { sessions: { id: string }[] };
  return `/sessions/${sessions[0]?.id}`;
}

async function queued(): Promise<readonly string[]> {
  const { prompts } = (await (await server.fetch(`${await sessionPath()}/queue`)).json()) as Queue;
  return prompts.map(({ prompt }) => prompt.map(({ text }) => text).join(""));
}

it("shows prompts of the other chat and of the API, in their order, with who queued them", async () => {
  first.types(`run until [ -e go ]; do sleep 0.05; done${KEYS.enter}`);
  await second.sees("Working");
  first.types(`say from the first${KEYS.enter}`);
  await first.sees("queued › say from the first");
  await second.sees("another window › say from the first");
  second.types(`say from the second${KEYS.enter}`);
  await second.sees("queued › say from the second");
  await first.sees("queued from another window › say from the second");
  const posted = await fetch(`${server.url}${await sessionPath()}/reply`, {
    method: "POST",
    headers: { authorization: `Bearer ${server.token}`, "content-type": "application/json" },
    body: JSON.stringify({ user_message: "say from the API" }),
  });
  expect(posted.ok).toBe(true);
  await first.sees("queued from the API › say from the API");
  await second.sees("the API › say from the API");
  expect(await queued()).toEqual(["say from the first", "say from the second", "say from the API"]);
});

it("takes back one's own with Up, and the others go on", async () => {
  second.types(KEYS.up);
  await second.sees("› say from the second");
  await second.seesNo("queued › say from the second");
  await first.seesNo("say from the second");
  expect(await queued()).toEqual(["say from the first", "say from the API"]);
  second.types(KEYS.ctrlU);
});

it("returns only one's own when Esc stops the turn", async () => {
  first.types(KEYS.escape);
  await first.sees("Cancelled.");
  await first.sees("› say from the first");
  await second.sees(/^from the API$/m);
  await second.seesNo("queued");
  expect(await queued()).toEqual([]);
  expect((await second.everything()).filter((row) => row === "from the first")).toEqual([]);
});

it("prompts another agent with what to do instead, which every chat shows", async () => {
  first.types(`${KEYS.ctrlU}/level supervised${KEYS.enter}`);
  await first.sees("Approval is now supervised.");
  first.types(`run touch made${KEYS.enter}`);
  await first.sees(/n +Reject/);
  await second.sees(/n +Reject/);
  first.types("r");
  await first.sees("do instead?");
  first.types(`say done in another way${KEYS.enter}`);
  for (const chat of [first, second]) {
    await chat.sees(/^done in another way$/m);
    await chat.sees("rejected");
  }
  // It was typed in the first one, so that only the second one says where it is from.
  const prompt = "› say done in another way from another window";
  await second.sees(prompt);
  expect((await first.everything()).join(" ").replace(/\s+/g, " ")).not.toContain(prompt);
  expect(await leave(second)).toBe(0);
  expect(await leave(first)).toBe(0);
});
