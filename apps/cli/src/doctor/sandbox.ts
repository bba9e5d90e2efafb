// Checks whether agents can run in a sandbox on this machine.
import { probeSandbox } from "@parley/machine/sandbox";
import { fail, ok, warn, type Check } from "./finding.ts";

const ID = "sandbox";

/** A missing sandbox is a failure only if the settings require one, because then no agent starts. */
export const checkSandbox: Check = async ({ settings }) => {
  const state = await probeSandbox();
  if (state.isAvailable) return [ok(ID, `Sandbox: ${state.program} (the setting is ${settings.sandbox})`)];
  const { message, remedy } = state.error;
  const fix = remedy === undefined ? undefined : (remedy.command ?? remedy.label);
  return [settings.sandbox === "off" ? warn(ID, message, fix) : fail(ID, message, fix)];
};
