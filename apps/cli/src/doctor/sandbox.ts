// Whether agents can be run in a sandbox here.
import { probeSandbox } from "@parley/machine/sandbox";
import { fail, ok, warn, type Check } from "./finding.ts";

const ID = "sandbox";

/** A failure only where the settings want one: then no agent starts without. */
export const checkSandbox: Check = async ({ settings }) => {
  const state = await probeSandbox();
  if (state.isAvailable) return [ok(ID, `Sandbox: ${state.program} (the setting is ${settings.sandbox})`)];
  const { message, remedy } = state.error;
  const fix = remedy === undefined ? undefined : (remedy.command ?? remedy.label);
  return [settings.sandbox === "off" ? warn(ID, message, fix) : fail(ID, message, fix)];
};
