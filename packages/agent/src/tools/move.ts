// `move`: moves or renames a file.
import type { MoveFacts } from "@parley/policy";
import { z } from "zod";
import { openLocalEntries } from "../client-io/local-entries.ts";
import { orErrorOutcome, orFailure } from "./failures.ts";
import { defineInput } from "./input.ts";
import { knownFiles } from "./files/known-files.ts";
import { findPath, locate, showPath } from "./files/paths.ts";
import { plannedChanges } from "./files/planned-changes.ts";
import type { ToolContext } from "./tool-context.ts";
import { defineTool, failed, textOutcome, type Tool, type ToolOutcome } from "./tool.ts";

const input = defineInput(
  {
    from: z.string().min(1).describe("The file; relative to the working folder, or absolute"),
    to: z.string().min(1).describe("The new path, including the name. It must not exist"),
  },
  { from: ["source", "old_path", "path", "src"], to: ["destination", "new_path", "target", "dest", "dst"] },
);

export const moveTool: Tool = defineTool({
  name: "move",
  groups: ["edit"],
  kind: "move",
  description: "Moves or renames a file. Missing folders are created; existing files are never replaced.",
  input,
  prepare: ({ from, to }, context) =>
    orFailure(async () => {
      const facts = { from: await findPath(context, from, "entry"), to: await findPath(context, to, "entry") };
      const names = [showPath(facts.from), showPath(facts.to)] as const;
      if (facts.from.kind === "directory")
        return failed(`${names[0]} is a folder. Only files can be moved, one at a time.`);
      if (facts.to.kind === "directory") return failed(`${names[1]} is a folder. Include the new name of the file.`);
      return {
        title: `Move ${names[0]} to ${names[1]}`,
        locations: [locate(context, facts.from), locate(context, facts.to)],
        subjects: [{ request: { kind: "move", path: facts.from.requested, to: facts.to.requested }, facts }],
        execute: ({ signal }) =>
          orErrorOutcome(signal, () => move(context, facts, `Moved ${names[0]} to ${names[1]}.`)),
      };
    }),
});

/** Locks one file at a time, so that two opposite moves cannot deadlock. */
function move(context: ToolContext, facts: MoveFacts, done: string): Promise<ToolOutcome> {
  return context.files.alone(facts.from, async () => {
    await (await openLocalEntries(context.roots)).move(facts);
    for (const one of [facts.from, facts.to]) {
      knownFiles(context).forget(one);
      plannedChanges(context).forget(one);
    }
    return textOutcome(done);
  });
}
