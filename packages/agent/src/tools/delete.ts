// `delete`: removes a file.
import { z } from "zod";
import { openLocalEntries } from "../client-io/local-entries.ts";
import { orErrorOutcome, orFailure } from "./failures.ts";
import { defineInput, PATH_ALIASES } from "./input.ts";
import { knownFiles } from "./files/known-files.ts";
import { findPath, locate, showPath } from "./files/paths.ts";
import { plannedChanges } from "./files/planned-changes.ts";
import { defineTool, failed, textOutcome, type Tool } from "./tool.ts";

const input = defineInput(
  { path: z.string().min(1).describe("The file; relative to the working folder, or absolute") },
  PATH_ALIASES,
);

export const deleteTool: Tool = defineTool({
  name: "delete",
  groups: ["edit"],
  kind: "delete",
  description: "Deletes a file, or a link itself rather than its target. Folders cannot be deleted.",
  input,
  prepare: ({ path }, context) =>
    orFailure(async () => {
      const facts = await findPath(context, path, "entry");
      const name = showPath(facts);
      if (facts.kind === "directory") return failed(`${name} is a folder. Only files can be deleted, one at a time.`);
      return {
        title: `Delete ${name}`,
        locations: [locate(context, facts)],
        subjects: [{ request: { kind: "delete", path: facts.requested }, facts }],
        execute: ({ signal }) =>
          orErrorOutcome(signal, () =>
            context.files.alone(facts, async () => {
              await (await openLocalEntries(context.roots)).remove(facts);
              knownFiles(context).forget(facts);
              plannedChanges(context).forget(facts);
              return textOutcome(`Deleted ${name}.`);
            }),
          ),
      };
    }),
});
