// What `parley doctor` takes.
import { defineUsage } from "../arguments/usage.ts";

export const doctorUsage = defineUsage({
  name: "doctor",
  summary: "Check your setup and suggest fixes",
  details:
    "Checks the machine, Parley's folder, the running server, model keys and agents. Exits with 1 if something is broken; warnings do not count.",
  survivesBadConfig: true,
  flags: { json: { type: "boolean", summary: "As JSON" } },
  positionals: [],
  examples: [{ about: "Check everything", command: "parley doctor" }],
});
