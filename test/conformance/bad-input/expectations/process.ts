// When the agent's process misbehaves.
import { turn, type Expectations } from "../expectation.ts";

export const processExpectations = {
  "exits-mid-turn": turn("the prompt fails with connection_closed; what came before is there", {
    updates: ["before"],
    failsWith: "connection_closed",
    ends: true,
    also: async ({ link }, expect) => expect(await link.child?.exited).toEqual({ code: 3, signal: null }),
  }),
  "killed-mid-turn": turn("the prompt fails with connection_closed; what came before is there", {
    updates: ["before"],
    failsWith: "connection_closed",
    ends: true,
    also: async ({ link }, expect) => expect(await link.child?.exited).toEqual({ code: null, signal: "SIGKILL" }),
  }),
  "dies-mid-line": turn("the half message is reported, the prompt fails with connection_closed", {
    updates: ["before"],
    failsWith: "connection_closed",
    problems: ["malformed"],
    ends: true,
  }),
  "last-line-unterminated": turn("the last line counts", { ends: true }),
  "closes-stdout": turn("the prompt fails with connection_closed, though the process lives", {
    updates: ["before"],
    failsWith: "connection_closed",
    ends: true,
    also: async ({ link }, expect) => expect(await link.child?.marker.find()).toEqual([link.child?.pid]),
  }),
  "closes-stdin": turn("what it says is heard; the next request fails with connection_closed", {
    ends: true,
  }),
  "ignores-the-end": turn("the turn is like any other; the test kills the process in the end"),
  "floods-stderr": turn("nothing happens", {
    also: ({ link }, expect) => expect.poll(() => link.child?.stderrBytes()).toBe(32 * 1024 * 1024),
  }),
  "leaves-a-daemon": turn("the turn is as any other; the daemon is found by the marker it carries", {
    also: async ({ link }, expect) => {
      const marked = (await link.child?.marker.find()) ?? [];
      expect(marked).toHaveLength(2);
      await link.transport.close();
      await link.child?.exited;
      const left = marked.filter((pid) => pid !== link.child?.pid);
      expect(await link.child?.marker.reap()).toEqual(left);
      expect(await link.child?.marker.find()).toEqual([]);
    },
  }),
} satisfies Expectations;
