// Flags and arguments of `parley script`.
import { defineUsage } from "../arguments/usage.ts";

export const scriptUsage = defineUsage({
  name: "script",
  summary: "Run the scripted agent on stdin and stdout, for tests and client development",
  details:
    'It executes a prompt line by line as a script: "say Hello", "write notes.txt Hello", "run ls". "/help" lists what it can do.',
  flags: {},
  positionals: [],
  examples: [{ about: "Use it from another client", command: "my-client -- parley script" }],
});
