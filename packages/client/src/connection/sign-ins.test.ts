import type { AuthMethod } from "@parley/acp";
import { RpcError } from "@parley/rpc";
import { describe, expect, it } from "vitest";
import type { AgentLaunch } from "../agent-launch.ts";
import { signInNeeded, toSignIns } from "./sign-ins.ts";

const launch: AgentLaunch = {
  name: "goose",
  title: "Goose",
  command: "/bin/goose",
  args: ["acp"],
  env: { GOOSE_MODE: "approve" },
};

const signIn = (method: AuthMethod) => toSignIns([method], launch)[0];

describe("a way to sign in", () => {
  it("is the agent's own", () => {
    const method = { id: "oauth", name: "Log in with Google" };
    expect(signIn(method)).toEqual({ type: "agent", method });
  });

  it("is the agent's command line with more arguments, in a terminal", () => {
    const method = {
      type: "terminal" as const,
      id: "tty",
      name: "Log in",
      args: ["login", "--now"],
      env: { TERM: "x" },
    };
    expect(signIn(method)).toEqual({
      type: "terminal",
      method,
      command: "/bin/goose",
      args: ["acp", "login", "--now"],
      env: { GOOSE_MODE: "approve", TERM: "x" },
    });
  });

  it("is a command line in _meta, as it was before the protocol had it", () => {
    const meta = { "terminal-auth": { command: "claude", args: ["/login", 1], env: { A: "b", C: 1 }, label: "Login" } };
    expect(signIn({ id: "login", name: "Log in", _meta: meta })).toMatchObject({
      type: "terminal",
      command: "claude",
      args: ["/login"],
      env: { GOOSE_MODE: "approve", A: "b" },
    });
  });

  it.each([
    [
      "with a list",
      {
        type: "env_var",
        id: "key",
        name: "API key",
        vars: [
          { name: "KEY", label: "Key" },
          { name: "URL", secret: false, optional: true },
        ],
        link: "https://x/",
      },
    ],
  ])("is an environment variable, %s", (_what, raw) => {
    expect(signIn({ kind: "unknown", raw })).toEqual({
      type: "variables",
      method: { id: "key", name: "API key" },
      variables: [
        { name: "KEY", label: "Key", isSecret: true, isOptional: false },
        { name: "URL", label: "URL", isSecret: false, isOptional: true },
      ],
      link: "https://x/",
    });
  });

  it.each([
    ["under its old name", { kind: "unknown" as const, raw: { type: "env_var", id: "key", varName: "KEY" } }],
    ["as a list of names", { kind: "unknown" as const, raw: { type: "env_var", id: "key", vars: ["KEY"] } }],
    ["in _meta", { id: "key", name: "key", _meta: { env_var: { vars: [{ name: "KEY" }] } } }],
  ])("is one variable %s", (_what, method) => {
    expect(signIn(method)).toEqual({
      type: "variables",
      method: { id: "key", name: "key" },
      variables: [{ name: "KEY", label: "KEY", isSecret: true, isOptional: false }],
    });
  });

  it.each([
    { type: "retina", id: "eye", name: "Eye" },
    { type: "env_var", name: "no id", varName: "X" },
    { type: "env_var", id: "x", vars: [] },
    42,
  ])("is left out if nobody here knows how: %j", (raw) => {
    expect(toSignIns([{ kind: "unknown", raw }], launch)).toEqual([]);
  });
});

describe("an error that wants a sign-in", () => {
  const error = (methods: AuthMethod[], given: Partial<AgentLaunch> = {}) => {
    const here = { ...launch, ...given };
    return signInNeeded(new RpcError(-32_000, "Authentication required"), toSignIns(methods, here), here);
  };

  it("says who wants it and what to do", () => {
    expect(error([])).toMatchObject({
      code: "sign_in_needed",
      message: "Goose requires you to sign in. It said: Authentication required",
      remedy: { label: "Sign in with Goose's own program, then restart it" },
    });
    expect(
      error([
        { id: "a", name: "Google" },
        { id: "b", name: "a key" },
      ]).remedy,
    ).toEqual({
      label: "Sign in: Google, or a key",
    });
    const terminal = { type: "terminal" as const, id: "t", name: "T", args: ["log in", "it's"] };
    expect(error([terminal]).remedy).toEqual({
      label: "Sign in to Goose in a terminal",
      command: String.raw`/bin/goose acp 'log in' 'it'\''s'`,
    });
    const variables = {
      kind: "unknown" as const,
      raw: { type: "env_var", id: "k", vars: ["A", "B"], link: "https://x/" },
    };
    expect(error([variables]).remedy).toEqual({ label: "Set A and B", url: "https://x/" });
  });

  it("has the hint that is known for the agent", () => {
    expect(error([], { authHint: "Run goose configure" }).remedy).toEqual({ label: "Run goose configure" });
  });
});
