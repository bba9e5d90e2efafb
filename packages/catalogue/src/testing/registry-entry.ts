// An entry of the registry, read as every other one.
import { parseRegistry } from "../registry/parse-registry.ts";
import type { RegistryAgent } from "../registry/registry-agent.ts";

export function toRegistryText(distribution: object, entry: object = {}): string {
  const agent = { id: "goose", name: "goose", version: "1.40.0", description: "An agent", ...entry, distribution };
  return JSON.stringify({ version: "1.0.0", agents: [agent] });
}

export function toRegistryAgent(distribution: object, entry: object = {}): RegistryAgent {
  const { agents, problems } = parseRegistry(toRegistryText(distribution, entry), "test");
  const [agent] = agents;
  if (agent === undefined) throw new Error(problems.map(({ message }) => message).join("; "));
  return agent;
}
