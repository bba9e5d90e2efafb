// Whether a sandbox that somebody asks for can be had at all. Loaded where somebody does.
import type { SandboxSetting } from "@parley/base";

/** Rejects with `sandbox_unavailable`. */
export async function checkSandbox(sandbox: SandboxSetting | undefined): Promise<void> {
  if (sandbox === undefined || sandbox === "off") return;
  const { probeSandbox } = await import("@parley/machine/sandbox");
  const state = await probeSandbox();
  if (!state.isAvailable) throw state.error;
}
