// A chat's turn belongs to its session: it outlives the chat, and a restart of the server.
import { PseudoTerminal } from "@parley/test-support/pseudo-terminal";
import { describe, expect, it } from "vitest";
import { openPlace, PARLEY, type Place } from "../run-parley.ts";
import { serve, type Served } from "./served.ts";

const READY = "Describe a task";
const [DOWN, ESCAPE] = ["\u001b[B", "\u001b"];

async function openChat(place: Place, ...args: readonly string[]): Promise<PseudoTerminal> {
  const options = { cwd: place.work, env: { ...place.env, TERM: "xterm-256color" } };
  const chat = new PseudoTerminal(process.execPath, [PARLEY, "chat", ...args], options);
  await chat.sees(READY);
  return chat;
}

async function turns(server: Served): Promise<readonly { readonly id: string; readonly state: string }[]> {
  const reply = await (await server.fetch("/turns")).json();
  return (reply as { readonly turns: readonly { readonly id: string; readonly state: string }[] }).turns;
}

/** Of the latest turn. */
async function stateOf(server: Served): Promise<string | undefined> {
  return (await turns(server))[0]?.state;
}

describe("leaving a chat during a turn", { timeout: 180_000 }, () => {
  it("asks whether the turn goes on; another chat sees its end", async () => {
    await using place = await openPlace();
    await using server = await serve(place);
    using chat = await openChat(place);
    chat.types("wait 600000\r");
    await chat.sees("Working");
    chat.types("/exit\r");
    await chat.sees("A turn is running.");
    await chat.sees("Stay");
    chat.types(ESCAPE);
    await chat.sees(READY);
    chat.types("/exit\r");
    await chat.sees("Leave it running");
    chat.types("\r");
    expect(await chat.exited).toBe(0);
    expect(await stateOf(server)).toBe("in_progress");
    using next = await openChat(place, "--continue");
    await next.sees("Working");
    next.types("/exit\r");
    await next.sees("A turn is running.");
    next.types(`${DOWN}\r`);
    expect(await next.exited).toBe(0);
    await expect.poll(() => stateOf(server)).toBe("cancelled");
  });

  it("leaves it running when the terminal is closed", async () => {
    await using place = await openPlace();
    await using server = await serve(place);
    using chat = await openChat(place);
    chat.types("wait 600000\r");
    await chat.sees("Working");
    process.kill(chat.pid, "SIGHUP");
    await chat.exited;
    expect(await stateOf(server)).toBe("in_progress");
    const [turn] = await turns(server);
    expect(await place.run(["turns", "cancel", turn?.id ?? ""])).toMatchObject({ code: 0 });
  });
});

describe("a server that is killed and started again", { timeout: 180_000 }, () => {
  it("is missed, and the chat continues with what was typed meanwhile, once", async () => {
    await using place = await openPlace();
    const first = await serve(place);
    using chat = await openChat(place);
    chat.types("say before\r");
    await chat.sees("\nbefore");
    await expect.poll(() => stateOf(first)).toBe("completed");
    process.kill(first.pid, "SIGKILL");
    await chat.sees("Reconnecting…");
    chat.types("say after\r");
    await chat.sees("Waiting for the server");
    await first.running.ended;
    await using second = await serve(place);
    await chat.sees("Server restarted, conversation restored.");
    await chat.sees("› say after");
    await chat.sees("\nafter");
    await chat.sees(READY);
    expect(await turns(second)).toHaveLength(2);
    chat.types("/exit\r");
    expect(await chat.exited).toBe(0);
  });

  it("is waited for in the middle of a turn, whose end is shown when it is back", async () => {
    await using place = await openPlace();
    const first = await serve(place);
    using chat = await openChat(place);
    chat.types("wait 600000\r");
    await chat.sees("Working");
    process.kill(first.pid, "SIGKILL");
    await chat.sees("Waiting for the server");
    await first.running.ended;
    await using second = await serve(place);
    await chat.sees("Server restarted, conversation restored.");
    await chat.sees("The server stopped during this turn.");
    await chat.sees(READY);
    expect(await stateOf(second)).toBe("failed");
    chat.types("/exit\r");
    expect(await chat.exited).toBe(0);
  });
});
