// Whether this machine has the sandbox that is required. Loaded on demand.
import type { SandboxSetting } from "@parley/base";

/** Rejects with `sandbox_unavailable`. */
export async function checkSandbox(sandbox: SandboxSetting | undefined): Promise<void> {
  if (sandbox === undefined || sandbox === "off") return;
  const { probeSandbox } = await import("@parley/machine/sandbox");
  const state = await probeSandbox();
  if (!state.isAvailable) throw state.error;
}
