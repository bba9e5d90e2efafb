// Several surfaces on one session of a server: each shows what the others do, and who it was.
import { PseudoTerminal } from "@parley/test-support/pseudo-terminal";
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openPlace, PARLEY, type Place } from "../run-parley.ts";
import { serve, type Served } from "./served.ts";

const READY = "Describe a task";

function openChat(place: Place, ...args: readonly string[]): PseudoTerminal {
  const options = { cwd: place.work, env: { ...place.env, TERM: "xterm-256color" } };
  return new PseudoTerminal(process.execPath, [PARLEY, "chat", ...args], options);
}

/** Two chats on one session, which has one turn. */
async function openTwo(place: Place): Promise<{ one: PseudoTerminal; two: PseudoTerminal } & Disposable> {
  const one = openChat(place);
  await one.sees(READY);
  one.types("say Hello there\r");
  await one.sees("\nHello there");
  const two = openChat(place, "--continue");
  await two.sees("Resuming: say Hello there");
  await two.sees("\nHello there");
  await two.sees(READY);
  return {
    one,
    two,
    [Symbol.dispose]: () => {
      one[Symbol.dispose]();
      two[Symbol.dispose]();
    },
  };
}

async function latest(server: Served): Promise<{ readonly id: string; readonly level: string }> {
  const { sessions } = (await (await server.fetch("/sessions")).json()) as {
    readonly sessions: readonly { readonly id: string; readonly level: string }[];
  };
  const [session] = sessions;
  if (session === undefined) throw new Error("There is no session");
  return session;
}

async function leave(...chats: readonly PseudoTerminal[]): Promise<void> {
  for (const chat of chats) {
    chat.types("/exit\r");
    expect(await chat.exited).toBe(0);
  }
}

describe("two chats on one session", { timeout: 180_000 }, () => {
  it("show each other's prompts, tool calls and questions, and one answer is enough", async () => {
    await using place = await openPlace();
    await using server = await serve(place);
    using chats = await openTwo(place);
    const { one, two } = chats;
    two.types("write a.txt x\r");
    await one.sees("› write a.txt x");
    await one.sees("from another window");
    await one.sees("Write a.txt · Scripted agent asks");
    await two.sees("Write a.txt · Scripted agent asks");
    two.types("y");
    await one.sees("Write a.txt: answered in another window");
    for (const chat of [one, two]) {
      await chat.sees("1 file changed");
      await chat.sees(READY);
      expect(chat.unread).not.toContain("approv");
      expect(chat.unread).not.toContain("nobody");
    }
    expect(existsSync(place.file("a.txt"))).toBe(true);
    one.types("ask What is its name?\r");
    // The question, not the prompt: before it, Esc would stop the turn.
    await two.sees("? What is its name?");
    await one.sees("? What is its name?");
    one.types("\u001b");
    await two.sees("Answered in another window");
    await two.sees("You declined to answer.");
    await leave(one, two);
    expect((await server.end()).code).toBe(0);
  });

  it("have one approval level, which both show and which holds at once", async () => {
    await using place = await openPlace();
    await using server = await serve(place);
    using chats = await openTwo(place);
    const { one, two } = chats;
    await one.sees("supervised");
    one.types("/approval bypass\r");
    await two.sees("Approval is now bypass.");
    await two.sees("· bypass ·");
    expect(await latest(server)).toMatchObject({ level: "bypass" });
    two.types("write b.txt x\r");
    await one.sees("1 file changed");
    expect(existsSync(place.file("b.txt"))).toBe(true);
    await leave(one, two);
  });
});

describe("a chat and the API on one session", { timeout: 180_000 }, () => {
  it("share prompts and answers", async () => {
    await using place = await openPlace();
    await using server = await serve(place);
    using chat = openChat(place);
    await chat.sees(READY);
    const { id } = await latest(server);
    const post = async (path: string, body: unknown): Promise<Response> =>
      fetch(`${server.url}${path}`, {
        method: "POST",
        headers: { authorization: `Bearer ${server.token}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    expect((await post(`/sessions/${id}/reply`, { user_message: "write c.txt x" })).status).toBe(202);
    await chat.sees("› write c.txt x");
    await chat.sees("from the API");
    await chat.sees("Write c.txt · Scripted agent asks");
    const { interactions } = (await (await server.fetch("/interactions?state=pending")).json()) as {
      readonly interactions: readonly { readonly id: string }[];
    };
    expect((await post(`/interactions/${interactions[0]?.id ?? ""}`, { action: "allow_once" })).status).toBe(200);
    await chat.sees("Write c.txt: answered in the API");
    await chat.sees("1 file changed");
    chat.types("write d.txt x\r");
    await chat.sees("Write d.txt · Scripted agent asks");
    chat.types("y");
    await chat.sees("1 file changed");
    expect(existsSync(place.file("d.txt"))).toBe(true);
    await leave(chat);
  });
});
