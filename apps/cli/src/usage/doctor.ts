// Flags and arguments of `parley doctor`.
import { defineUsage } from "../arguments/usage.ts";

export const doctorUsage = defineUsage({
  name: "doctor",
  summary: "Check your setup and suggest fixes",
  details:
    "Checks the machine, Parley's folder, the running server, model keys and agents. Exits with 1 if something is broken, but not for warnings.",
  survivesBadConfig: true,
  flags: { json: { type: "boolean", summary: "As JSON" } },
  positionals: [],
  examples: [{ about: "Check everything", command: "parley doctor" }],
});
