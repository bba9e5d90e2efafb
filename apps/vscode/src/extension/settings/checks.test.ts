import { describe, expect, it } from "vitest";
import { checkMcpServers } from "./check-mcp-servers.ts";
import { checkPatterns } from "./check-patterns.ts";
import { checkAgents, type GivenAgents } from "./check-profiles.ts";
import { expand, secretsIn } from "./references.ts";
import type { Localisation } from "./setting-problem.ts";

const l10n: Localisation = {
  t: (message, ...values) => message.replaceAll(/\{(\d)\}/g, (_, at: string) => String(values[Number(at)])),
};
const NOTHING: GivenAgents = {
  profiles: undefined,
  executable: undefined,
  args: undefined,
  env: undefined,
  gooseBinaryPath: undefined,
};
const agentsOf = (given: Partial<GivenAgents>) => checkAgents({ ...NOTHING, ...given }, l10n);
const messages = ({ problems }: { readonly problems: readonly { readonly message: string }[] }) =>
  problems.map(({ message }) => message);

describe("agents of the settings", () => {
  it("are profiles, the custom one first, with the agent of the server that each one is", () => {
    const { value, problems } = agentsOf({
      profiles: [
        { name: "Goose", executable: "goose", args: ["acp"], env: {} },
        { name: "Mine", executable: "/opt/mine", env: { A: "b", C: null } },
      ],
      executable: " ~/bin/agent ",
      args: ["--acp"],
    });
    expect(problems).toEqual([]);
    expect(value).toEqual([
      { name: "Custom", executable: "~/bin/agent", args: ["--acp"], env: {}, setting: "acp.agent.executable" },
      { name: "Goose", executable: "goose", args: ["acp"], env: {}, setting: "acp.agent.profiles", sameAs: "goose" },
      { name: "Mine", executable: "/opt/mine", args: [], env: { A: "b", C: "" }, setting: "acp.agent.profiles" },
    ]);
  });

  it("correct commands that do not speak ACP, and say so", () => {
    const found = agentsOf({
      profiles: [
        { name: "Goose", executable: "goose", args: ["session", "start"], env: {} },
        { name: "Claude Code", executable: "claude-code", args: [], env: {} },
      ],
    });
    expect(found.value.map(({ executable, args, sameAs }) => [executable, args, sameAs])).toEqual([
      ["goose", ["acp"], "goose"],
      ["claude-agent-acp", [], "claude"],
    ]);
    expect(messages(found)).toEqual([
      'acp.agent.profiles[0] "Goose": "goose session start" does not speak ACP. Parley runs "goose acp"; change args to ["acp"].',
      'acp.agent.profiles[1] "Claude Code": "claude-code" does not speak ACP. Parley runs "claude-agent-acp"; change executable.',
    ]);
  });

  it("read goose.binaryPath", () => {
    expect(agentsOf({ gooseBinaryPath: "/opt/goose" }).value).toMatchObject([
      { executable: "/opt/goose", args: ["acp"] },
    ]);
    expect(messages(agentsOf({ gooseBinaryPath: 4 }))).toEqual(["goose.binaryPath must be a string, not a number."]);
  });

  it("hint at keys in the settings, and not at references to the secret storage", () => {
    const found = agentsOf({
      profiles: [{ name: "A", executable: "a", env: { API_KEY: "0123456789", OTHER_TOKEN: "${secret:T}" } }],
    });
    expect(found.problems).toEqual([
      {
        setting: "acp.agent.profiles",
        level: "notice",
        message: 'acp.agent.profiles[0] "A": API_KEY looks like a secret. Move it to the secret storage.',
        secretAt: [0, "env", "API_KEY"],
      },
    ]);
  });

  it.each([
    [{ profiles: "goose" }, "acp.agent.profiles must be a list of agents, not a string."],
    [{ profiles: [7] }, "acp.agent.profiles[0] must be an object with name and executable, not a number."],
    [{ profiles: [{ name: "A" }] }, 'acp.agent.profiles[0] "A": executable is missing. Add it, or remove the entry.'],
    [{ profiles: [{ name: [], executable: "a" }] }, "acp.agent.profiles[0]: name must be a string, not a list."],
    [{ profiles: [{ name: "A", executable: "a", args: "acp" }] }, '"A": args must be a list of texts such as ["acp"]'],
    [{ profiles: [{ name: "A", executable: "a", args: [1] }] }, "args[0] must be a string, not a number."],
    [{ profiles: [{ name: "A", executable: "a", env: [] }] }, "env must be an object such as"],
    [{ profiles: [{ name: "A", executable: "a", env: { N: 1 } }] }, "env.N must be a string, not a number."],
    [{ executable: 1 }, "acp.agent.executable: value must be a string, not a number."],
    [{ executable: "a", args: {} }, "acp.agent.args: value must be a list of texts"],
  ])("name the entry and the remedy: %#", (given, message) => {
    const found = agentsOf(given);
    expect(found.value).toEqual([]);
    expect(messages(found).join("\n")).toContain(message);
  });

  it("use the later of two with the same name, and say so", () => {
    const found = agentsOf({
      profiles: [
        { name: "A", executable: "a" },
        { name: "A", executable: "b" },
      ],
    });
    expect(found.value).toMatchObject([{ executable: "b" }]);
    expect(messages(found)).toEqual([
      'acp.agent.profiles: two agents are called "A". The later one is used; rename one.',
    ]);
  });
});

describe("MCP servers of the settings", () => {
  it("are programs and addresses", () => {
    const { value, problems } = checkMcpServers(
      [
        { name: "clock", transport: "stdio", command: "clock-mcp", args: ["-v"], env: { TZ: "UTC" } },
        {
          name: "wiki",
          transport: "http",
          url: "https://wiki.example/mcp",
          headers: { Authorization: "Bearer ${secret:W}" },
        },
        { name: "old", transport: "sse", url: "http://127.0.0.1:1/sse" },
      ],
      l10n,
    );
    expect(problems).toEqual([]);
    expect(value).toEqual([
      { name: "clock", command: "clock-mcp", args: ["-v"], env: [{ name: "TZ", value: "UTC" }] },
      {
        type: "http",
        name: "wiki",
        url: "https://wiki.example/mcp",
        headers: [{ name: "Authorization", value: "Bearer ${secret:W}" }],
      },
      { type: "sse", name: "old", url: "http://127.0.0.1:1/sse", headers: [] },
    ]);
  });

  it.each([
    [{}, "acp.mcp.servers must be a list of servers, not an object."],
    [[null], "acp.mcp.servers[0] must be an object with name and transport, not null."],
    [
      [{ name: "a", transport: "carrier-pigeon" }],
      '[0] "a": transport "carrier-pigeon" is unknown. Use stdio, http or sse.',
    ],
    [[{ name: "a", transport: "stdio" }], '"a": command is missing.'],
    [[{ name: "a", transport: "http", url: "ftp://x" }], "url must begin with http:// or https://."],
    [[{ name: "a", transport: "http", url: "http://x", headers: ["A"] }], "headers must be an object such as"],
    [[{ transport: "stdio", command: "a" }], "acp.mcp.servers[0]: name is missing."],
  ])("leave out wrong entries and say why: %#", (given, message) => {
    const found = checkMcpServers(given, l10n);
    expect(found.value).toEqual([]);
    expect(messages(found).join("\n")).toContain(message);
  });

  it("keep the others beside a wrong one", () => {
    expect(
      checkMcpServers(
        [
          { name: "a", transport: "x" },
          { name: "b", command: "b" },
        ],
        l10n,
      ).value,
    ).toHaveLength(1);
  });
});

describe("patterns of permissions", () => {
  it("are those that can be read", () => {
    const found = checkPatterns("autoAllow", ["read", 4, "execute(", "execute(npm run *)"], l10n);
    expect(found.value).toEqual(["read", "execute(npm run *)"]);
    expect(messages(found)[0]).toBe("acp.permissions.autoAllow[1] must be a string, not a number.");
    expect(messages(found)[1]).toContain('acp.permissions.autoAllow[2] "execute(" must be');
    expect(checkPatterns("autoReject", "read", l10n)).toMatchObject({ value: [], problems: [{ level: "error" }] });
  });
});

describe("references", () => {
  it("are filled in, and secrets only where their values are known", () => {
    const values = {
      home: "/home/me",
      workspaceFolder: "/code/x",
      variable: (name: string) => (name === "A" ? "a" : undefined),
    };
    expect(expand("~/bin/${env:A}${env:B}", values)).toBe("/home/me/bin/a");
    expect(expand("${workspaceFolder}/run ~", values)).toBe("/code/x/run ~");
    expect(expand("${secret:K}", values)).toBe("${secret:K}");
    expect(expand("x${secret:K}", { ...values, secret: () => "v" })).toBe("xv");
    expect(secretsIn(["${secret:A} ${secret:B}", "${secret:A}"])).toEqual(["A", "B"]);
  });
});
