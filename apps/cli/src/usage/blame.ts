// Flags and arguments of `parley blame`.
import { defineUsage } from "../arguments/usage.ts";
import { serverFlags } from "./server-flags.ts";

export const blameUsage = defineUsage({
  name: "blame",
  summary: "Show which session and turn last touched a file, or a line of it",
  details: "Searches the sessions of the file's folder and the folders above it. Rewound turns don't count.",
  flags: {
    line: { type: "number", value: "NUMBER", min: 1, summary: "Show which turn wrote this line as it is now" },
    limit: { type: "number", value: "NUMBER", min: 1, max: 200, summary: "Maximum number of turns (default: 20)" },
    json: { type: "boolean", summary: "As JSON" },
    ...serverFlags,
  },
  positionals: [{ name: "PATH", completes: "file" }],
  examples: [
    { about: "List the turns that touched a file", command: "parley blame src/add.js" },
    { about: "Find the turn that wrote a line", command: "parley blame src/add.js --line 3" },
  ],
});
