// What `parley doctor` takes.
import { defineUsage } from "../arguments/usage.ts";

export const doctorUsage = defineUsage({
  name: "doctor",
  summary: "Look at what Parley needs, and say what is wrong and what mends it",
  details: "Exit code 1 if something fails; a warning is no failure.",
  survivesBadConfig: true,
  flags: { json: { type: "boolean", summary: "As JSON" } },
  positionals: [],
  examples: [{ about: "Is everything in place", command: "parley doctor" }],
});
