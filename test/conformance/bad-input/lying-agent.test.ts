// Our client against the lying agent: every lie has a defined answer, and loses nothing before or after it.
import { LINK_KINDS, lies, type LieName } from "@parley/test-support";
import { describe, it } from "vitest";
import { expectations } from "./expectations.ts";
import { talkTo } from "./talk.ts";

const names = Object.keys(lies) as LieName[];

describe.concurrent.each(LINK_KINDS)("an agent that lies over %s", (kind) => {
  // What is no message, and what concerns a process, needs a process and its pipes.
  const possible = names.filter((name) => kind === "stdio" || lies[name].needs === undefined);
  for (const name of possible) {
    const { answer, run } = expectations[name];
    it(`${lies[name].about} (${name}): ${answer}`, async ({ expect }) => {
      expect.hasAssertions();
      await using talk = await talkTo(name, kind);
      await run(talk, expect);
    });
  }
});

it("has an expectation for every lie", ({ expect }) => {
  expect(Object.keys(expectations).toSorted()).toEqual(names.toSorted());
});
