// Being there: what starts, whether the server answers, who is called when something happens, and what is watched.
import { KEYS, openEmulated } from "@parley/test-support/terminal";
import { describe, expect, it } from "vitest";
import { scripted } from "../agents.ts";
import { openPlace, PARLEY } from "../run-parley.ts";
import { serve } from "../serve/served.ts";
import { leave, openChatIn, openReadyChat } from "./opened-chat.ts";

const FOCUS_LOST = "\u001b[O";
const FOCUS_GAINED = "\u001b[I";

it("says which agent is starting, and for how long", async () => {
  await using place = await openPlace();
  const [, ...agent] = await scripted({});
  const slowly = ["--", "/bin/sh", "-c", `sleep 3; exec "$@"`, "sh", ...agent];
  await using chat = await openChatIn(openEmulated, place, { args: slowly });
  await chat.sees(/Starting \/bin\/sh… [1-9]s/);
  chat.types(`say typed early${KEYS.enter}`);
  await chat.sees("queued › say typed early");
  await chat.sees(/^typed early$/m);
  expect(await leave(chat)).toBe(0);
});

describe("a server that stops answering", { timeout: 180_000 }, () => {
  it("is shown as lost within seconds, and as connected when it answers again", async () => {
    await using place = await openPlace();
    await using server = await serve(place);
    await using chat = await openReadyChat(place);
    process.kill(server.pid, "SIGSTOP");
    try {
      await chat.sees("Reconnecting…");
      chat.types("say kept");
      await chat.sees("› say kept");
    } finally {
      process.kill(server.pid, "SIGCONT");
    }
    await chat.seesNo("Reconnecting…");
    chat.types(KEYS.enter);
    await chat.sees(/^kept$/m);
    expect(await leave(chat)).toBe(0);
  });
});

describe("a user who looks elsewhere", () => {
  it.each([
    ["osc9", "\u001b]9;Parley: Scripted agent"],
    ["osc777", "\u001b]777;notify;Parley;Scripted agent"],
    ["bell", "\u0007"],
  ])("learns by %s that a turn ended and that the agent asks", async (way, sequence) => {
    await using place = await openPlace();
    await using chat = await openReadyChat(place, { env: { PARLEY_NOTIFICATIONS: way } });
    const count = (): number => chat.written.split(sequence).length - 1;
    chat.types(FOCUS_GAINED);
    chat.types(`say looked at${KEYS.enter}`);
    await chat.sees(/^looked at$/m);
    await chat.seesNo("Working");
    expect(count()).toBe(0);
    chat.types(`wait 500\u001b\rrun touch made${KEYS.enter}`);
    chat.types(FOCUS_LOST);
    await chat.sees("touch made");
    await chat.until(() => count() === 1, "a notification about the question");
    chat.types("n");
    await chat.until(() => count() === 2, "a notification about the end");
    expect(await leave(chat)).toBe(0);
  });
});

describe("parley watch", { timeout: 180_000 }, () => {
  it("follows the session that is active, and reaches every session", async () => {
    await using place = await openPlace();
    const running = place.start(["serve", "--port", "0", "--feed-port", "0"]);
    const feed = await new Promise<string>((resolve, reject) => {
      let text = "";
      running.child.stdout.on("data", (chunk: string) => {
        text += chunk;
        const found = /parley watch (\S+)/.exec(text)?.[1];
        if (found !== undefined) resolve(found);
      });
      void running.ended.then(({ stderr }) => reject(new Error(stderr)));
    });
    const names = Array.from({ length: 11 }, (_, index) => `session-${index}`);
    for (const name of names) expect((await place.run(["run", "--name", name, `say ${name}`])).code).toBe(0);
    await using watch = await openEmulated({
      command: process.execPath,
      args: [PARLEY, "watch", feed],
      cwd: place.work,
      env: { ...place.env, LANG: "C.UTF-8" },
      columns: 80,
      rows: 24,
    });
    await watch.sees("11 sessions");
    const turn = place.start(["run", "--name", "session-3", "wait 60000"]);
    await watch.sees(/^ session-3 /m);
    // Every one of them, also those without a number.
    watch.types("0");
    await watch.sees("1 running");
    watch.types(KEYS.end);
    await watch.sees("▸11");
    watch.types(KEYS.enter);
    await watch.seesNo("1 running");
    watch.types("l");
    await watch.sees(/^ session-3 /m);
    watch.types("q");
    await watch.ended();
    turn.child.kill("SIGTERM");
    await turn.ended;
    running.child.kill("SIGTERM");
    await running.ended;
  });
});
