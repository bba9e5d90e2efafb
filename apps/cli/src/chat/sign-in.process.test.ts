import type { SignIn } from "@parley/client";
import { expect, it } from "vitest";
import type { TerminalBlock } from "./terminal-block.ts";
import { signIn, type SignInActions } from "./sign-in.ts";

const WEB: SignIn = { type: "agent", method: { id: "web", name: "Browser", description: "Opens a page" } };
const KEY: SignIn = {
  type: "variables",
  method: { id: "key", name: "API key" },
  link: "https://example.com/keys",
  variables: [
    { name: "KEY", label: "Key", isSecret: true, isOptional: false },
    { name: "ORG", label: "Organisation", isSecret: false, isOptional: true },
  ],
};
const terminal = (code: number): SignIn => ({
  type: "terminal",
  method: { id: "t", name: "Log in", type: "terminal" },
  command: process.execPath,
  args: ["-e", `process.exit(process.env.MARK === "x" ? ${code} : 99)`],
  env: { MARK: "x" },
});

function open(
  signIns: readonly SignIn[],
  answers: readonly (string | undefined)[] = [],
): { actions: SignInActions; done: unknown[]; said: string[] } {
  const done: unknown[] = [];
  const said: string[] = [];
  const left = [...answers];
  const agent = {
    name: "goose",
    signIns: () => Promise.resolve(signIns),
    signIn: (...args: unknown[]) => Promise.resolve(void done.push(args)),
    restart: () => Promise.resolve(void done.push("restart")),
  } as unknown as SignInActions["agent"];
  const answer = (): Promise<string | undefined> => Promise.resolve(left.shift());
  const actions: SignInActions = {
    agent,
    isLocal: true,
    print: (block: TerminalBlock) => void (block.type === "note" && said.push(block.text)),
    pick: answer,
    ask: answer,
    lend: (work) => work(),
    during: (_text, work) => work(),
  };
  return { actions, done, said };
}

it("lets the agent do it", async () => {
  const { actions, done } = open([WEB]);
  expect(await signIn(actions)).toBe("done");
  expect(done).toEqual([["web"]]);
});

it("asks which way, and for what that way needs", async () => {
  const { actions, done, said } = open([WEB, KEY], ["1", "s3cret", ""]);
  expect(await signIn(actions)).toBe("done");
  expect(done).toEqual([["key", { KEY: "s3cret" }]]);
  expect(said).toEqual(["Get it at https://example.com/keys"]);
});

it("runs a program in the terminal, then starts the agent again", async () => {
  const good = open([terminal(0)]);
  expect(await signIn(good.actions)).toBe("done");
  expect(good.done).toEqual(["restart"]);
  const bad = open([terminal(4)]);
  expect(await signIn(bad.actions)).toBe("failed");
  expect(bad.said.at(-1)).toBe("The sign-in exited with code 4.");
});

it("does not run the login program of an agent on another machine", async () => {
  const { actions, done, said } = open([terminal(0)]);
  expect(await signIn({ ...actions, isLocal: false })).toBe("left");
  expect(said.at(-1)).toContain("Run this on the server's machine, then /restart: ");
  expect(done).toEqual([]);
});

it("can be left", async () => {
  expect(await signIn(open([WEB, KEY], [undefined]).actions)).toBe("left");
  expect(await signIn(open([KEY], [undefined]).actions)).toBe("left");
  expect(await signIn(open([WEB], [undefined]).actions, true)).toBe("left");
  expect(await signIn(open([]).actions)).toBe("left");
});

it("is left if the agent cannot be asked how", async () => {
  const { actions, said } = open([]);
  const agent = { ...actions.agent, signIns: () => Promise.reject(new Error("The agent is gone")) };
  expect(await signIn({ ...actions, agent })).toBe("left");
  expect(said).toEqual([expect.stringContaining("The agent is gone")]);
});
