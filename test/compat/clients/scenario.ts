// What every client does with our agent: words, a file and a command behind permission, and a turn that is cancelled.
import { resultsOf, stubScript } from "@parley/test-support/stub-model";
import { expect } from "vitest";
import type { ClientPlace } from "./client-place.ts";

export const SAID = "one two three";

export interface Scenario {
  readonly text: string;
  /** Makes a file, runs a command that makes another, and says "all done". */
  readonly work: string;
  /** Speaks for minutes, unless it is cancelled. */
  readonly long: string;
}

function ask(...lines: readonly string[]): string {
  return `Please play this.\n${stubScript(...lines)}`;
}

export function createScenario(place: ClientPlace): Scenario {
  return {
    text: ask(`say ${SAID}`),
    work: ask(
      `write ${place.file("made.txt")} "made by the agent\\n"`,
      "then",
      // The command does not contain its output.
      `run touch ${place.file("touched.txt")} && printf '%s-%s' ran here`,
      "say all done",
    ),
    long: ask("slow 3000 200"),
  };
}

/** The file is there, the command ran, and the model saw what it said. */
export async function expectWorkDone(place: ClientPlace): Promise<void> {
  expect(await place.read("made.txt")).toBe("made by the agent\n");
  expect(await place.read("touched.txt")).toBe("");
  const last = place.model.requests.findLast(({ conversation, isSide }) => conversation !== undefined && !isSide);
  const results = last?.conversation === undefined ? [] : resultsOf(last.conversation);
  expect(results.map(({ text }) => text).join("\n")).toContain("ran-here");
}
