// The settings that the manifest declares: types, defaults, scopes, and which of them a folder that is not trusted cannot change.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

interface Declared {
  readonly type: string;
  readonly default: unknown;
  readonly scope: string;
  readonly ignoreSync?: boolean;
}

const manifest = JSON.parse(readFileSync(join(import.meta.dirname, "../../../package.json"), "utf8")) as {
  readonly contributes: { readonly configuration: { readonly properties: Readonly<Record<string, Declared>> } };
  readonly capabilities: { readonly untrustedWorkspaces: { readonly restrictedConfigurations: readonly string[] } };
};
const { properties } = manifest.contributes.configuration;
const { restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;

const GOOSE = { name: "Goose", executable: "goose", args: ["acp"], env: {} };
const CLAUDE = { name: "Claude Code", executable: "claude-agent-acp", args: [], env: {} };

/** `restricted`: what a folder says counts only if the folder is trusted. */
it.each([
  ["acp.agent.executable", "string", "", "machine-overridable", "restricted"],
  ["acp.agent.args", "array", [], "machine-overridable", "restricted"],
  ["acp.agent.env", "object", {}, "machine-overridable", "restricted", "not synchronised"],
  ["acp.agent.profiles", "array", [GOOSE, CLAUDE], "machine-overridable", "restricted"],
  ["acp.mcp.servers", "array", [], "machine-overridable", "restricted", "not synchronised"],
  ["acp.permissions.autoAllow", "array", [], "machine-overridable", "restricted"],
  ["acp.permissions.autoReject", "array", [], "resource", "free"],
  ["acp.ui.showPlan", "boolean", true, "window", "free"],
  ["acp.ui.showThoughts", "boolean", false, "window", "free"],
  ["acp.ui.followAlong", "boolean", true, "window", "free"],
  ["acp.session.persistHistory", "boolean", true, "window", "free"],
  ["acp.session.autoResumeLastSession", "boolean", true, "window", "free"],
])("%s", (name, type, value, scope, trust, sync = "synchronised") => {
  expect(properties[name]).toMatchObject({ type, default: value, scope });
  expect(restrictedConfigurations.includes(name)).toBe(trust === "restricted");
  expect(properties[name]?.ignoreSync === true).toBe(sync === "not synchronised");
});

it("no setting decides what runs on this machine and can be changed by a folder that is not trusted", () => {
  const free = Object.keys(properties).filter(
    (name) => properties[name]?.scope !== "machine" && !restrictedConfigurations.includes(name),
  );
  expect(free.filter((name) => /agent|mcp|server|autoAllow|command|executable|env/i.test(name))).toEqual([]);
});
