import { describe, expect, it } from "vitest";
import { needsFolder } from "./folder-calls.ts";

describe("a server without the folder of a session", () => {
  it.each([
    ["turns", "start"],
    ["turns", "run"],
    ["sessions", "open"],
    ["files", "search"],
    ["terminals", "write"],
  ])("refuses %s.%s", (part, method) => {
    expect(needsFolder(part, method)).toBe(true);
  });

  it.each([
    ["turns", "queue"],
    ["turns", "changeQueued"],
    ["sessions", "get"],
    ["sessions", "rename"],
    ["interactions", "answerPermission"],
    ["views", "timeline"],
  ])("carries out %s.%s", (part, method) => {
    expect(needsFolder(part, method)).toBe(false);
  });
});
