import { describe, expect, it } from "vitest";
import { childEnvironment, inheritedEnvironment } from "./environment.ts";
import { parleyId, serialInEnvironment } from "./mark.ts";

const baseEnv = {
  PATH: "/bin",
  PARLEY_TOKEN: "t",
  PARLEY_SERVER_SECRET: "s",
  parley_api_key: "k",
  PARLEY_DATABASE_URL: "postgres://u:p@h/d",
  PARLEY_LOG_LEVEL: "debug",
  ANTHROPIC_API_KEY: "a",
  DATABASE_URL: "d",
  EMPTY: "",
};

describe("childEnvironment", () => {
  it("hands down everything but our secrets", () => {
    const { PARLEY_GUARD: mark, ...rest } = childEnvironment(1, { baseEnv });
    expect(rest).toEqual({
      PATH: "/bin",
      PARLEY_LOG_LEVEL: "debug",
      ANTHROPIC_API_KEY: "a",
      DATABASE_URL: "d",
      EMPTY: "",
    });
    expect(mark).toMatch(new RegExp(`(^|;)${parleyId}\\.1;$`));
  });

  const editor = {
    ELECTRON_RUN_AS_NODE: "1",
    NODE_OPTIONS: "--require x.js",
    VSCODE_IPC_HOOK_CLI: "/s",
    vscode_pid: "1",
  };

  it("hands down nothing that an editor set for the programs it starts", () => {
    const names = Object.keys(childEnvironment(1, { baseEnv: { ...editor, NODE_ENV: "test", VSCODE: "no" } }));
    expect(names.toSorted()).toEqual(["NODE_ENV", "PARLEY_GUARD", "VSCODE"]);
    const env = childEnvironment(1, { baseEnv: editor, env: { ELECTRON_RUN_AS_NODE: "1" } });
    expect(env).toMatchObject({ ELECTRON_RUN_AS_NODE: "1" });
  });

  it("is the same for a program past the guard", () => {
    expect(inheritedEnvironment({ MORE: "x" }, { ...baseEnv, ...editor })).toEqual({
      PATH: "/bin",
      PARLEY_LOG_LEVEL: "debug",
      ANTHROPIC_API_KEY: "a",
      DATABASE_URL: "d",
      EMPTY: "",
      MORE: "x",
    });
  });

  it("leaves out what the caller calls a secret", () => {
    const env = childEnvironment(1, { baseEnv, secrets: ["database_url", "*_API_*"] });
    expect(Object.keys(env).toSorted()).toEqual(["EMPTY", "PARLEY_GUARD", "PARLEY_LOG_LEVEL", "PATH"]);
  });

  it("adds the given variables, secret or not, and removes undefined ones", () => {
    const env = childEnvironment(1, { baseEnv, env: { PARLEY_TOKEN: "mine", PATH: undefined, MORE: "a\nb" } });
    expect(env).toMatchObject({ PARLEY_TOKEN: "mine", MORE: "a\nb" });
    expect(env).not.toHaveProperty("PATH");
  });

  it("does not let a caller remove or forge the mark", () => {
    const env = childEnvironment(7, { baseEnv, env: { PARLEY_GUARD: "nonsense", PARLEY_GUARD_OF: "x" } });
    expect(env).not.toHaveProperty("PARLEY_GUARD_OF");
    expect(serialInEnvironment(Buffer.from(`PARLEY_GUARD=${env["PARLEY_GUARD"]}\0`))).toBe(7);
  });

  it.each([{ "": "x" }, { "A=B": "x" }, { "A\0": "x" }, { A: "x\0" }])("refuses %j", (env) => {
    expect(() => childEnvironment(1, { baseEnv, env })).toThrow(expect.objectContaining({ code: "usage" }));
  });

  it("matches long names and many stars in one pass", () => {
    const name = "A".repeat(200_000);
    const env = childEnvironment(1, { baseEnv: { [name]: "x" }, secrets: [`${"*A".repeat(500)}*B`] });
    expect(env).toHaveProperty([name]);
  });
});
