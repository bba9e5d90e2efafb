// What `parley script` takes.
import { defineUsage } from "../arguments/usage.ts";

export const scriptUsage = defineUsage({
  name: "script",
  summary: "Run the scripted agent on stdin and stdout, for tests and client development",
  details:
    'It plays what a prompt says, line by line: "say Hello", "write notes.txt Hello", "run ls"; "/help" lists what it can do.',
  flags: {},
  positionals: [],
  examples: [{ about: "Use it from another client", command: "my-client -- parley script" }],
});
