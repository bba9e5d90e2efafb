import type { ContentBlock } from "@parley/acp";
import { describe, expect, it } from "vitest";
import type { LiveSession } from "../live/live-session.ts";
import { findApprovalCommand } from "./approval-command.ts";

const session = (kind: string | undefined, ...commands: readonly string[]): LiveSession =>
  ({
    link: kind === undefined ? undefined : { kind, link: { commands: commands.map((name) => ({ name })) } },
  }) as unknown as LiveSession;

const OWN = session("mode");
const OTHER = session("acp");
const text = (words: string): ContentBlock => ({ type: "text", text: words });
const find = (who: LiveSession, words: string): string | undefined => findApprovalCommand(who, [text(words)])?.wanted;

describe("a prompt", () => {
  it.each([
    ["/approval", ""],
    [" /approval\n", ""],
    ["/approval auto", "auto"],
    ["/approval  Nonsense ", "Nonsense"],
  ])("%j asks for the level %j of any agent", (words, wanted) => {
    expect(find(OWN, words)).toBe(wanted);
    expect(find(OTHER, words)).toBe(wanted);
  });

  it.each([
    "",
    "approval auto",
    "/approval auto now",
    "/approvals",
    "/Approval auto",
    "please /approval auto",
    "/ approval",
    "//approval",
  ])("%j is for the agent", (words) => {
    expect(find(OWN, words)).toBeUndefined();
    expect(find(OTHER, words)).toBeUndefined();
  });

  it("that names a level as a mode is a command only for our own agent", () => {
    expect(find(OWN, "/mode BYPASS")).toBe("BYPASS");
    expect(find(OWN, "/mode architect")).toBeUndefined();
    expect(find(OWN, "/mode")).toBeUndefined();
    expect(find(OTHER, "/mode bypass")).toBeUndefined();
  });

  it("is for an agent that has the command itself, is far away, or is not there", () => {
    expect(find(session("acp", "help", "approval"), "/approval auto")).toBeUndefined();
    expect(find(session("mode", "approval"), "/approval auto")).toBe("auto");
    expect(find(session("a2a"), "/approval auto")).toBeUndefined();
    expect(find(session(undefined), "/approval auto")).toBeUndefined();
  });

  it("with anything beside the command is for the agent", () => {
    const image: ContentBlock = { type: "image", data: "", mimeType: "image/png" };
    expect(findApprovalCommand(OWN, [])).toBeUndefined();
    expect(findApprovalCommand(OWN, [image])).toBeUndefined();
    expect(findApprovalCommand(OWN, [text("/approval auto"), image])).toBeUndefined();
  });
});
