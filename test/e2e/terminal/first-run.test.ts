// The first run without a model key: three ways to begin on one screen, each of which works from there.
import { holdClosedPort } from "@parley/test-support";
import { startStubModel } from "@parley/test-support/stub-model";
import { KEYS, openEmulated, SIZES } from "@parley/test-support/terminal";
import { expect, it } from "vitest";
import { scripted } from "../agents.ts";
import { openPlace } from "../run-parley.ts";
import { leave, openChatIn, openReadyChat } from "./opened-chat.ts";

const TITLE = "No model is set up. Begin with:";

/** As on a machine on which nothing is set up. */
async function withoutModel(): Promise<{ readonly env: Record<string, string> } & Disposable> {
  const closed = await holdClosedPort();
  const none = { OLLAMA_HOST: `http://127.0.0.1:${closed.port}`, PARLEY_AGENT: "parley" };
  const keys = Object.keys(process.env).filter((name) => /(_API_KEY|_TOKEN|^AWS_|^GOOGLE_|^AZURE_)/.test(name));
  const env = { ...Object.fromEntries(keys.map((name) => [name, ""])), ...none };
  return { env, [Symbol.dispose]: () => closed[Symbol.dispose]() };
}

it.each(SIZES)("shows the three ways at $columns×$rows, and plays the demo", async (size) => {
  await using place = await openPlace();
  using machine = await withoutModel();
  await using chat = await openChatIn(openEmulated, place, { ...size, ...machine });
  await chat.sees(TITLE);
  const shown = (await chat.screen()).join("\n");
  for (const choice of ["Add a model key", "Use an agent on this machine", "Try the offline demo"]) {
    expect(shown).toContain(choice);
  }
  chat.types("3");
  await chat.sees("This is the offline demo.");
  chat.types(`say It works${KEYS.enter}`);
  await chat.sees(/^It works$/m);
  expect(await leave(chat)).toBe(0);
});

it("starts with what is typed, without a choice", async () => {
  await using place = await openPlace();
  using machine = await withoutModel();
  await using chat = await openReadyChat(place, machine);
  await chat.sees(TITLE);
  await chat.sees("or type a prompt");
  chat.types("say Straight away");
  await chat.seesNo(TITLE);
  await chat.sees("This is the offline demo.");
  chat.types(KEYS.enter);
  await chat.sees(/^Straight away$/m);
  expect(await leave(chat)).toBe(0);
});

it("uses an agent that is on this machine, also one that was added meanwhile", async () => {
  await using place = await openPlace();
  using machine = await withoutModel();
  const [, command = "", ...args] = await scripted({});
  const add = (name: string) => place.run(["agents", "add", name, "--", command, ...args]);
  expect(await add("mine")).toMatchObject({ code: 0 });
  await using chat = await openReadyChat(place, machine);
  await chat.sees(TITLE);
  await chat.sees("Use an agent on this machine mine");
  expect(await add("late")).toMatchObject({ code: 0 });
  chat.types(`${KEYS.down}${KEYS.enter}`);
  await chat.sees("Which agent?");
  chat.types(`late${KEYS.enter}`);
  await chat.seesNo("Which agent?");
  chat.types(`say From the other agent${KEYS.enter}`);
  await chat.sees(/^From the other agent$/m);
  await chat.sees(/^ {2}(Scripted agent|late) ·/m);
  expect(await leave(chat)).toBe(0);
});

it("adds a key, which is checked, and answers with the model", { timeout: 120_000 }, async () => {
  await using place = await openPlace();
  using machine = await withoutModel();
  await using stub = await startStubModel();
  await using chat = await openReadyChat(place, { ...machine, rows: 40 });
  await chat.sees(TITLE);
  chat.types(KEYS.enter);
  await chat.sees("Which provider?");
  chat.types("openai-compatible\r");
  await chat.sees("OPENAI_BASE_URL:");
  chat.types(`${stub.url}/v1\r`);
  await chat.sees("OPENAI_API_KEY (optional):");
  chat.types("\r");
  await chat.sees("Saved to");
  await chat.sees("stub-model · supervised");
  chat.types(`Good morning${KEYS.enter}`);
  await chat.sees("This is the stub model");
  expect(await leave(chat)).toBe(0);
});
