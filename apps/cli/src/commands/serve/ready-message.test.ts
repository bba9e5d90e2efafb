import type { AgentEntry } from "@parley/hub";
import { expect, it } from "vitest";
import { drawReady, formatReady } from "./ready-message.ts";

const entry = (name: string, kind: AgentEntry["kind"], isAvailable = true): AgentEntry => ({
  name,
  kind,
  title: name,
  description: name,
  category: "session",
  isInternal: false,
  isDeprecated: false,
  isEnabled: true,
  availability: { isAvailable },
  extensions: [],
  toolGroups: [],
  statistics: { turns: 0 },
});

it("tells users how to connect, and to which agents", () => {
  const agents = [entry("backend", "mode"), entry("script", "acp"), entry("goose", "acp", false)];
  const ready = {
    url: "http://127.0.0.1:4717",
    token: "secret",
    home: "/srv/parley",
    agents,
    watch: "parley watch",
    lacksModel: true,
  };
  const text = drawReady(ready)
    .map((line) => line.map((span) => span.text).join(""))
    .join("\n");
  expect(text).toContain("http://127.0.0.1:4717/?token=secret\n");
  expect(text).toContain("ws://127.0.0.1:4717/acp");
  // The token stays in its file, where a command is to be copied.
  expect(text).toContain('curl -H "Authorization: Bearer $(cat /srv/parley/token)" http://127.0.0.1:4717/agents');
  expect(text).toContain("1 built-in agent, script\n");
  expect(text).not.toContain("goose");
  expect(text).toMatch(/model {5}none, so the built-in agents run the offline demo\n +parley agent login {2}adds one/);
  expect(
    drawReady({ ...ready, lacksModel: false })
      .flat()
      .map((span) => span.text)
      .join(""),
  ).not.toContain("offline");
});

it("prints one line of JSON for programs", () => {
  const line = formatReady({ url: "http://127.0.0.1:1", token: "secret" });
  expect(line.endsWith("}\n")).toBe(true);
  expect(JSON.parse(line)).toEqual({ url: "http://127.0.0.1:1", token: "secret", pid: process.pid });
});
