// What `parley script` takes.
import { defineUsage } from "../arguments/usage.ts";

export const scriptUsage = defineUsage({
  name: "script",
  summary: "The scripted agent on stdin and stdout, for tests and for clients under development",
  details:
    'It plays what a prompt says, line by line: "say Hello", "write notes.txt Hello", "run ls"; "/help" lists what it can do.',
  flags: {},
  positionals: [],
  examples: [{ about: "Let another client talk to it", command: "my-client -- parley script" }],
});
