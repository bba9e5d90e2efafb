import { describe, expect, it } from "vitest";
import { detectNotification, encodeNotification } from "./notification.ts";

describe("a notification", () => {
  it.each([
    [{ TERM_PROGRAM: "iTerm.app" }, "osc9"],
    [{ TERM: "xterm-kitty" }, "osc9"],
    [{ TERM: "foot" }, "osc777"],
    [{ TERM: "xterm-256color" }, "bell"],
    [{ TERM: "xterm-kitty", TMUX: "/tmp/tmux" }, "bell"],
  ])("in %j is by %s", (env, way) => {
    expect(detectNotification("auto", env)).toBe(way);
  });

  it("is what the setting says", () => {
    expect(detectNotification("off", { TERM: "foot" })).toBe("off");
    expect(encodeNotification("off", "a", "b")).toBe("");
  });

  it("contains no sequence and no field of the agent's", () => {
    expect(encodeNotification("osc777", "Parley", "a;b\u0007\u001b]0;evil\u0007\nc")).toBe(
      "\u001b]777;notify;Parley;a,b c\u0007",
    );
    expect(encodeNotification("osc9", "Parley", "4;1")).toBe("\u001b]9;Parley: 4,1\u0007");
  });
});
