import { silentLog } from "@parley/base";
import { describe, expect, it } from "vitest";
import { Publications, type PublishTarget } from "./publications.ts";
import type { PublishedMessage } from "./v2-format.ts";
import { FakeWatchState } from "./testing/fake-watch-state.ts";

class FakeTarget implements PublishTarget {
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

function open(): { publications: Publications; state: FakeWatchState; target: FakeTarget } {
  const [publications, state, target] = [new Publications(silentLog), new FakeWatchState("a"), new FakeTarget()];
  publications.add(state);
  publications.sendTo(target);
  return { publications, state, target };
}

describe("what a process publishes", () => {
  it("is a session as a whole first, then what changes in it, and that it is gone", () => {
    const { publications, state, target } = open();
    state.touch("s", "one", "read");
    expect(publications.tick(0)).toBe(true);
    expect(publications.tick(0)).toBe(false);
    state.touch("s", "two", "read");
    publications.tick(0);
    state.removeSession("s");
    publications.tick(0);
    expect(target.take()).toEqual(["session s one", "change s two", "gone s"]);
  });

  it("waits while there is no room, and is whole again when there is", () => {
    const { publications, state, target } = open();
    state.touch("s", "one", "read");
    publications.tick(0);
    target.isFull = true;
    target.isEmpty = false;
    for (const path of ["two", "three", "four"]) {
      state.touch("s", path, "read");
      publications.tick(0);
    }
    target.isFull = false;
    publications.tick(0);
    expect(target.take()).toEqual(["session s one"]);
    target.isEmpty = true;
    publications.catchUp();
    expect(target.take()).toEqual(["session s one+two+three+four"]);
    state.touch("s", "five", "read");
    publications.tick(0);
    expect(target.take()).toEqual(["change s five"]);
  });

  it("goes to a new target as a whole, and ticks on while there is none", () => {
    const { publications, state } = open();
    state.touch("s", "one", "read");
    publications.tick(0);
    publications.sendTo(undefined);
    state.touch("s", "two", "read");
    expect(publications.tick(0)).toBe(true);
    const next = new FakeTarget();
    publications.sendTo(next);
    expect(next.take()).toEqual(["session s one+two"]);
  });

  it("begins a session anew when the target lost it", () => {
    const { publications, state, target } = open();
    state.touch("s", "one", "read");
    publications.tick(0);
    target.take();
    target.knows = false;
    state.touch("s", "two", "read");
    publications.tick(0);
    expect(target.take()).toEqual(["change s two", "session s one+two"]);
    publications.forget("s");
    expect(target.take()).toEqual(["session s one+two"]);
    publications.withdraw();
    expect(target.take()).toEqual(["gone s"]);
  });
});
