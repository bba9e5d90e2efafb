// Flags and arguments of the commands of `parley recipe`.
import { defineUsage } from "../arguments/usage.ts";
import { runUsage } from "./run.ts";
import { serverFlags } from "./server-flags.ts";

const { session: _session, continue: _continue, file: _file, ...runFlags } = runUsage.flags;

export const recipeListUsage = defineUsage({
  name: "recipe list",
  summary: "List recipes: this folder's, your own and the server's",
  flags: { json: { type: "boolean", summary: "As JSON" }, ...serverFlags },
  positionals: [],
  examples: [{ about: "List recipes", command: "parley recipe" }],
});

export const recipeRunUsage = defineUsage({
  name: "recipe run",
  summary: "Run a recipe like `parley run`",
  details: `RECIPE is the name of a file in this folder's .parley/recipes/ or in ~/.parley/recipes/, the path of a YAML or JSON file, or the title
or id of a recipe on the server. Exit codes are those of \`parley run\`.`,
  isInWorkspace: true,
  takesCommand: true,
  flags: {
    ...runFlags,
    param: { type: "string", value: "KEY=VALUE", short: "p", isMultiple: true, summary: "Value of a parameter" },
  },
  positionals: [{ name: "RECIPE", completes: "recipe" }],
  examples: [
    { about: "Run a recipe with a parameter", command: "parley recipe run release --param version=1.2.0" },
    { about: "Run a file", command: "parley recipe run ./release.yaml -p version=1.2.0" },
  ],
});

export const recipeMakeUsage = defineUsage({
  name: "recipe make",
  summary: "Make a recipe from a session",
  details: `The recipe is written to .parley/recipes/ in this folder, or to --output (- is stdout). The extension selects the format: .yaml or .json.
Read it before you share it.`,
  flags: {
    output: { type: "string", value: "FILE", short: "o", completes: "file", summary: "File to write, or - for stdout" },
    ...serverFlags,
  },
  positionals: [{ name: "SESSION", completes: "session" }],
  examples: [{ about: "Turn a session into a recipe", command: "parley recipe make SESSION -o release.yaml" }],
});
