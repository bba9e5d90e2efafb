import { describe, expect, it } from "vitest";
import { toStartTitle } from "../../protocol/start-words.ts";
import { toShell } from "./chat-shell.ts";

const session = { id: "s1", title: "Session", folder: "/work", isLoading: false };

describe("what a chat shows until its scripts are there", () => {
  it("has the words of a new chat, and what was written there", () => {
    expect(toShell({ agent: "Script" }, "")).toContain(toStartTitle());
    expect(toShell({ agent: "Script" }, "")).toContain("Message Script, @ to add files");
    const written = toShell({ agent: "Script" }, "half a sentence");
    expect(written).toContain("half a sentence");
    expect(written).not.toContain("Message Script");
  });

  it("leaves the place of a conversation empty", () => {
    expect(toShell({ session, agent: "Script" }, "")).not.toContain(toStartTitle());
  });

  it("takes names and drafts as text", () => {
    const shell = toShell({ agent: "<img src=x onerror=alert(1)>" }, `</div><script>alert("1")</script>`);
    expect(shell).not.toMatch(/<(img|script)/);
  });
});
