import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { AgentLaunch } from "../agent-launch.ts";
import { expandPlaces, providerHosts } from "./expand-places.ts";

describe("the places that an agent needs", () => {
  it.each([
    ["~", homedir()],
    ["~/.agent", join(homedir(), ".agent")],
    [".agent/", join(homedir(), ".agent")],
    ["~other", join(homedir(), "~other")],
    ["/opt/agent/../x", "/opt/x"],
    ["$AGENT_HOME", "/data/agent"],
  ])("written as %s are %s", (place, expected) => {
    expect(expandPlaces([place], { AGENT_HOME: "/data/x/../agent/" })).toEqual([expected]);
  });

  it("are left out if their variable is not set, or not to an absolute path", () => {
    const env = { EMPTY: "", RELATIVE: "x", HOME_SIGN: "~/x", GOOD: "/a" };
    expect(expandPlaces(["$GONE", "$EMPTY", "$RELATIVE", "$HOME_SIGN", "$", "$GOOD"], env)).toEqual(["/a"]);
  });
});

describe("the hosts of a model provider", () => {
  const hostsOf = (env: Readonly<Record<string, string | undefined>>): string[] =>
    providerHosts({ sandboxNeeds: { hosts: ["api.example:443"] } } as unknown as AgentLaunch, env);

  it.each([
    ["OPENAI_BASE_URL", "http://127.0.0.1:11434/v1", "127.0.0.1:11434"],
    ["OLLAMA_HOST", "http://box.example", "box.example:80"],
    ["AZURE_ENDPOINT", "https://a.example/", "a.example:443"],
    ["X_API_BASE", "https://user:secret@a.example:8443", "a.example:8443"],
    ["X_API_URL", "http://[::1]:9", "[::1]:9"],
  ])("include the one in %s=%s", (name, value, host) => {
    expect(hostsOf({ [name]: value })).toEqual(["api.example:443", host]);
  });

  it.each([
    ["OPENAI_API_KEY", "https://a.example"],
    ["_BASE_URLS", "https://a.example"],
    ["openai_base_url", "https://a.example"],
    ["OLLAMA_HOST", "127.0.0.1:11434"],
    ["OPENAI_BASE_URL", "file:///etc"],
    ["OPENAI_BASE_URL", "https://"],
    ["OPENAI_BASE_URL", undefined],
  ])("do not include %s=%s", (name, value) => {
    expect(hostsOf({ [name]: value })).toEqual(["api.example:443"]);
    expect(providerHosts({} as unknown as AgentLaunch, { [name]: value })).toEqual([]);
  });
});
