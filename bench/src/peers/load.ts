// Loads one implementation and nothing of the others, because what is loaded is measured.
import type { Implementation, ImplementationName } from "./peer.ts";

const COALESCED_MESSAGES = 64;

const loaders: Record<ImplementationName, () => Promise<Implementation>> = {
  ours: () => import("./ours.ts"),
  sdk: () => import("./sdk.ts"),
  raw: async () => (await import("./raw.ts")).createRaw(1),
  "raw-coalesced": async () => (await import("./raw.ts")).createRaw(COALESCED_MESSAGES),
};

export function loadImplementation(name: string): Promise<Implementation> {
  if (!Object.hasOwn(loaders, name)) throw new Error(`Unknown implementation ${name}`);
  return loaders[name as ImplementationName]();
}
