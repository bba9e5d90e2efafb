// The client's features for an agent: announced immediately, and loaded while the agent boots.
import type { ClientHandlers } from "@parley/acp";
import type { Feature } from "@parley/client";

interface Announced extends Pick<Feature, "name" | "capabilities"> {
  /** The methods it answers outside of any session. */
  readonly outside?: readonly (keyof ClientHandlers)[];
}

type AnyHandler = (...args: unknown[]) => unknown;

/** A test compares this with what createFeatures returns. */
const ANNOUNCED: readonly Announced[] = [
  { name: "permission", capabilities: {} },
  { name: "file-system", capabilities: { fs: { readTextFile: true, writeTextFile: true } } },
  { name: "terminal", capabilities: { terminal: true } },
  {
    name: "elicitation",
    capabilities: { elicitation: { form: {}, url: {} } },
    outside: ["elicitation/create", "elicitation/complete"],
  },
];
const CHANGES: Announced = { name: "changes", capabilities: {} };

export function lazyFeatures(load: () => Promise<readonly Feature[]>, hasSnapshots: boolean): readonly Feature[] {
  const rows = hasSnapshots ? [...ANNOUNCED, CHANGES] : ANNOUNCED;
  return rows.map(({ name, capabilities, outside }) => {
    const real = async (): Promise<Feature> => {
      const feature = (await load()).find((candidate) => candidate.name === name);
      if (feature === undefined) throw new TypeError(`Feature ${name} not found`);
      return feature;
    };
    const answer =
      (method: keyof ClientHandlers): AnyHandler =>
      async (...args) =>
        ((await real()).outside?.[method] as AnyHandler | undefined)?.(...args);
    return {
      name,
      capabilities,
      ...(outside && { outside: Object.fromEntries(outside.map((method) => [method, answer(method)])) }),
      open: async (scope) => (await real()).open(scope),
    };
  });
}
