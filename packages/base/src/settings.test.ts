import { describe, expect, it } from "vitest";
import { resolveSettings } from "./settings.ts";

describe("resolveSettings", () => {
  it("falls back to the defaults", () => {
    expect(resolveSettings([])).toEqual({ logLevel: "warn", color: "auto" });
  });

  it("lets the strongest layer win, setting by setting, in whatever order the layers come", () => {
    const user = { layer: "user", origin: "config.json", values: { logLevel: "info", color: "never" } } as const;
    const workspace = { layer: "workspace", origin: ".parley/config.json", values: { logLevel: "error" } } as const;
    const flag = { layer: "flag", origin: "--log-level", values: { logLevel: "debug" } } as const;
    expect(resolveSettings([user, workspace])).toEqual({ logLevel: "error", color: "never" });
    expect(resolveSettings([workspace, flag, user])).toEqual({ logLevel: "debug", color: "never" });
  });

  it("names the place and what was expected when a value does not fit", () => {
    const source = { layer: "environment", origin: "PARLEY_LOG_LEVEL", values: { logLevel: "loud" } } as const;
    expect(() => resolveSettings([source])).toThrow(
      'PARLEY_LOG_LEVEL: logLevel is "loud"; expected one of debug, info, warn, error, silent',
    );
  });
});
