import { describe, expect, it } from "vitest";
import { toKey } from "../../chat/testing/keys.ts";
import { pictured } from "./testing/pictured.ts";
import { afterKey, ALL, createView, follow, selectedOf, type WatchView } from "./view.ts";

const sessions = ["one", "two", "three"].map((agentId) => pictured({ agentId }));

function press(...keys: readonly string[]): WatchView | "leave" {
  let view = createView();
  for (const key of keys) {
    const next = afterKey(view, toKey(key), sessions);
    if (next === "leave") return next;
    view = next;
  }
  return view;
}

function shownAfter(...keys: readonly string[]): string | undefined {
  const view = press(...keys);
  if (view === "leave") return view;
  const shown = selectedOf(view, sessions);
  return shown === ALL ? ALL : shown?.agentId;
}

describe("keys", () => {
  it("choose a session", () => {
    expect(shownAfter()).toBe("one");
    expect(shownAfter("2")).toBe("two");
    expect(shownAfter("9")).toBe("one");
    expect(shownAfter("tab")).toBe("two");
    expect(shownAfter("tab", "tab", "tab")).toBe("one");
    expect(shownAfter("shift-tab")).toBe("three");
    expect(shownAfter("n", "right", "left", "p")).toBe("one");
    expect(shownAfter("0")).toBe(ALL);
    expect(shownAfter("0", "tab")).toBe("one");
    expect(shownAfter("0", "shift-tab")).toBe("three");
  });

  it("show the first session if the selected one is gone, and no list for a single one", () => {
    const view = { ...createView(), selected: "gone" };
    expect(selectedOf(view, sessions)).toBe(sessions[0]);
    expect(selectedOf({ ...view, selected: ALL }, sessions.slice(0, 1))).toBe(sessions[0]);
    expect(selectedOf(view, [])).toBeUndefined();
  });

  it("list all sessions and open one", () => {
    const many = Array.from({ length: 30 }, (_, index) => pictured({ agentId: `agent-${index + 1}` }));
    const after = (...keys: readonly string[]): string | undefined => {
      const view = keys.reduce((before, key) => {
        const next = afterKey(before, toKey(key), many);
        return next === "leave" ? before : next;
      }, createView());
      const shown = selectedOf(view, many);
      return shown === ALL ? ALL : shown?.agentId;
    };
    expect(after("0", "end")).toBe(ALL);
    expect(after("0", "end", "enter")).toBe("agent-30");
    expect(after("0", "page_down", "page_down", "down", "k", "enter")).toBe("agent-21");
    expect(after("0", "end", "enter", "l")).toBe("agent-1");
    expect(after("0", "up", "home", "enter")).toBe("agent-1");
  });

  it("follow the active session, and stay with a selected one", () => {
    const at = (running: readonly string[]) =>
      ["one", "two", "three"].map((agentId) => pictured({ agentId, isRunning: running.includes(agentId) }));
    const shown = (view: WatchView, list: ReturnType<typeof at>): unknown => {
      const session = selectedOf(view, list);
      return session === ALL ? ALL : session?.agentId;
    };
    let view = follow(createView(), at([]));
    expect(shown(view, at([]))).toBe("three");
    for (const [running, expected] of [
      [["one"], "one"],
      [["one", "two"], "one"],
      [["two"], "two"],
      [[], "two"],
      [["one", "three"], "three"],
    ] as const) {
      view = follow(view, at(running));
      expect([running, shown(view, at(running))]).toEqual([running, expected]);
    }
    const chosen = follow({ ...view, selected: at([])[1]?.key }, at(["one"]));
    expect(shown(chosen, at(["one"]))).toBe("two");
  });

  it("sort, freeze, help", () => {
    expect(press("s")).toMatchObject({ sort: "path" });
    expect(press("s", "s")).toMatchObject({ sort: "recent" });
    expect(press("s", "s", "s")).toMatchObject({ sort: "heat" });
    expect(press("f")).toMatchObject({ isFrozen: true });
    expect(press("f", "f")).toMatchObject({ isFrozen: false });
    expect(press("?")).toMatchObject({ isHelp: true });
    expect(press("?", "x")).toMatchObject({ isHelp: false });
  });

  it("edit the filter, in which letters are not commands", () => {
    expect(press("/", "q", "s", "0")).toMatchObject({ filter: "qs0", isTyping: true });
    expect(press("/", "src", "backspace", "enter")).toMatchObject({ filter: "sr", isTyping: false });
    expect(press("/src")).toMatchObject({ filter: "src", isTyping: true });
    expect(press("/", "src", "escape")).toMatchObject({ filter: "", isTyping: false });
    expect(press("/", "src", "enter", "escape")).toMatchObject({ filter: "" });
    expect(press("/", "src", "ctrl-u")).toMatchObject({ filter: "" });
    expect(press("/", "x".repeat(1_000))).toMatchObject({ filter: "x".repeat(200) });
  });

  it("scroll, but not above the top", () => {
    expect(press("j", "down", "k")).toMatchObject({ offset: 1 });
    expect(press("up", "k")).toMatchObject({ offset: 0 });
    expect(press("j", "j", "home")).toMatchObject({ offset: 0 });
    expect(press("j", "s")).toMatchObject({ offset: 0 });
  });

  it("quit", () => {
    expect(press("q")).toBe("leave");
    expect(press("ctrl-c")).toBe("leave");
    expect(press("/", "ctrl-c")).toBe("leave");
    expect(press("xyq")).toBe("leave");
  });
});
