import { resolveSettings, silentLog } from "@parley/base";
import { expect, it } from "vitest";
import type { CommandContext } from "../../command.ts";
import { showSettings } from "./shown-settings.ts";

it("says of each setting where its value comes from, without passwords", () => {
  const values = { level: "auto", registry: "https://ada:secret@registry.example/agents.json" };
  const context: CommandContext = {
    settings: resolveSettings([
      { layer: "flag", origin: "Command line", values: { agent: "qa" } },
      { layer: "user", origin: "config.json", values },
    ]),
    log: silentLog,
    cwd: "/project",
    home: "/home/ada/.parley",
    isTrusted: false,
    given: new Set(["agent"]),
    config: {
      user: { path: "/home/ada/.parley/config.json", values },
      workspace: { path: "/project/.parley/config.json", values: {} },
    },
  };
  const shown = showSettings(context);
  expect(shown.file).toBe("/home/ada/.parley/config.json");
  const byName = new Map(shown.settings.map((setting) => [setting.name, setting]));
  expect(byName.get("agent")).toMatchObject({ value: "qa", origin: "given", variable: "PARLEY_AGENT" });
  expect(byName.get("level")).toMatchObject({ value: "auto", origin: "user" });
  expect(byName.get("sandbox")).toMatchObject({ value: "off", origin: "default" });
  expect(byName.get("model")).not.toHaveProperty("value");
  expect(byName.get("registry")?.value).toBe("https://registry.example/agents.json");
});
