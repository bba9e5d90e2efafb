// A conversation in a real terminal: prompts, questions, Ctrl-C, leaving.
import { tmpdir } from "node:os";
import { expect, it } from "vitest";
import { PseudoTerminal } from "@parley/test-support/pseudo-terminal";
import { PARLEY } from "./run-parley.ts";

function openChat(): PseudoTerminal {
  const env = { PATH: process.env["PATH"] ?? "", PARLEY_HOME: tmpdir(), PARLEY_COLOR: "never", TERM: "xterm" };
  return new PseudoTerminal(process.execPath, [PARLEY], { cwd: tmpdir(), env });
}

it("talks, is asked, is interrupted and leaves", async () => {
  using chat = openChat();
  await chat.sees("Scripted agent");
  await chat.sees("› ");
  chat.types("say Good morning\r");
  await chat.sees("\nGood morning");
  await chat.sees("› ");

  chat.types("ask What is your name?\r");
  await chat.sees("Answer: ");
  chat.types("Ada\r");
  await chat.sees('You answered {"answer":"Ada"}');
  await chat.sees("› ");

  chat.types("ask Are you still there?\r");
  await chat.sees("Answer: ");
  chat.types("\u0003");
  await chat.sees("Cancelled.");
  await chat.sees("› ");

  chat.types("/exit\r");
  expect(await chat.exited).toBe(0);
});

it("leaves on Ctrl-D, and on Ctrl-C when nothing runs", async () => {
  for (const key of ["\u0004", "\u0003"]) {
    using chat = openChat();
    await chat.sees("› ");
    chat.types(key);
    expect(await chat.exited).toBe(0);
  }
});

it("takes what was typed ahead, one prompt after the other", async () => {
  using chat = openChat();
  await chat.sees("› ");
  chat.types("wait 50\rsay first\rsay second\r");
  await chat.sees("\nfirst");
  await chat.sees("\nsecond");
  chat.types("/exit\r");
  expect(await chat.exited).toBe(0);
});
