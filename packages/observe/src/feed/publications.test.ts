import { silentLog } from "@parley/base";
import { describe, expect, it } from "vitest";
import { Publications, type Outlet } from "./publications.ts";
import type { PublishedMessage } from "./rich-format.ts";
import { FakeWatchState } from "./testing/fake-watch-state.ts";

class FakeOutlet implements Outlet {
  isFull = false;
  isEmpty = true;
  knows = true;
  readonly sent: string[] = [];

  publish(message: PublishedMessage): boolean {
    const files = message.type === "gone" ? "" : ` ${message.files.map(({ path }) => path).join("+")}`;
    this.sent.push(`${message.type} ${message.sessionId}${files}`);
    return this.knows;
  }

  close(): void {
    this.isEmpty = true;
  }

  take(): string[] {
    return this.sent.splice(0);
  }
}

function open(): { publications: Publications; state: FakeWatchState; outlet: FakeOutlet } {
  const [publications, state, outlet] = [new Publications(silentLog), new FakeWatchState("a"), new FakeOutlet()];
  publications.add(state);
  publications.sendTo(outlet);
  return { publications, state, outlet };
}

describe("what a process publishes", () => {
  it("is a session as a whole first, then what changes in it, and that it is gone", () => {
    const { publications, state, outlet } = open();
    state.touch("s", "one", "read");
    expect(publications.tick(0)).toBe(true);
    expect(publications.tick(0)).toBe(false);
    state.touch("s", "two", "read");
    publications.tick(0);
    state.removeSession("s");
    publications.tick(0);
    expect(outlet.take()).toEqual(["session s one", "change s two", "gone s"]);
  });

  it("waits while there is no room, and is whole again when there is", () => {
    const { publications, state, outlet } = open();
    state.touch("s", "one", "read");
    publications.tick(0);
    outlet.isFull = true;
    outlet.isEmpty = false;
    for (const path of ["two", "three", "four"]) {
      state.touch("s", path, "read");
      publications.tick(0);
    }
    outlet.isFull = false;
    publications.tick(0);
    expect(outlet.take()).toEqual(["session s one"]);
    outlet.isEmpty = true;
    publications.catchUp();
    expect(outlet.take()).toEqual(["session s one+two+three+four"]);
    state.touch("s", "five", "read");
    publications.tick(0);
    expect(outlet.take()).toEqual(["change s five"]);
  });

  it("goes to a new outlet as a whole, and ticks on while there is none", () => {
    const { publications, state } = open();
    state.touch("s", "one", "read");
    publications.tick(0);
    publications.sendTo(undefined);
    state.touch("s", "two", "read");
    expect(publications.tick(0)).toBe(true);
    const next = new FakeOutlet();
    publications.sendTo(next);
    expect(next.take()).toEqual(["session s one+two"]);
  });

  it("begins a session anew when the outlet lost it", () => {
    const { publications, state, outlet } = open();
    state.touch("s", "one", "read");
    publications.tick(0);
    outlet.take();
    outlet.knows = false;
    state.touch("s", "two", "read");
    publications.tick(0);
    expect(outlet.take()).toEqual(["change s two", "session s one+two"]);
    publications.forget("s");
    expect(outlet.take()).toEqual(["session s one+two"]);
    publications.withdraw();
    expect(outlet.take()).toEqual(["gone s"]);
  });
});
