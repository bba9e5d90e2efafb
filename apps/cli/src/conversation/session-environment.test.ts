import { createTempFolder, type TempFolder } from "@parley/test-support";
import { writeFile } from "node:fs/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { bringFromTerminal } from "./session-environment.ts";

const env = {
  ANTHROPIC_API_KEY: "one",
  OPENAI_API_KEY: "two",
  GEMINI_API_KEY: "",
  PARLEY_MODEL: "openai/x",
  PARLEY_TOKEN: "never",
  LD_PRELOAD: "never",
  TERM: "xterm",
  MINE: "three",
  PATH: "/usr/bin:/bin",
};

let home: TempFolder;
beforeEach(async () => {
  home = await createTempFolder();
  await writeFile(home.file("token"), "the-owner\n");
});
afterEach(() => home[Symbol.asyncDispose]());

const local = { url: "http://127.0.0.1:1", token: "the-owner", isLocal: true };
const here = () => ({ home: home.path, cwd: home.path, env });

it("is the keys that the agent knows, for this home's own server", async () => {
  const bring = bringFromTerminal({ ...here(), server: local });
  const own = { ANTHROPIC_API_KEY: "one", OPENAI_API_KEY: "two", PARLEY_MODEL: "openai/x" };
  expect(await bring(undefined)).toEqual({ env: own });
  expect(await bring("backend")).toEqual({ env: own });
  expect(await bring("claude")).toEqual({ env: { ANTHROPIC_API_KEY: "one" } });
  expect(await bring("codex-acp")).toEqual({ env: { OPENAI_API_KEY: "two" } });
  expect(await bring("auggie")).toEqual({});
  expect(await bring("script")).toEqual({});
});

it("is nothing for a server elsewhere, for another token, and for a hub in this process", async () => {
  for (const server of [{ ...local, isLocal: false }, { ...local, token: "a-guest" }, undefined]) {
    expect(await bringFromTerminal({ ...here(), server })("claude")).toEqual({});
  }
});

it("is the command after --, as it would run in this terminal", async () => {
  const command = ["./agent.mjs", "--acp"];
  const launch = { command: home.file("agent.mjs"), args: ["--acp"] };
  const inProcess = bringFromTerminal({ ...here(), server: undefined, command });
  expect(await inProcess("parley")).toEqual({ launch });
  const { TERM: _term, LD_PRELOAD: _loader, PARLEY_TOKEN: _token, GEMINI_API_KEY: _empty, ...rest } = env;
  const onServer = bringFromTerminal({ ...here(), server: local, command });
  expect(await onServer("parley")).toEqual({ launch: { ...launch, env: rest } });
  const found = await bringFromTerminal({ ...here(), server: undefined, command: ["sh"] })(undefined);
  expect(found.launch?.command).toMatch(/^\/.*\/sh$/);
  const elsewhere = bringFromTerminal({ ...here(), server: { ...local, isLocal: false }, command });
  await expect(elsewhere(undefined)).rejects.toMatchObject({ code: "usage" });
});
