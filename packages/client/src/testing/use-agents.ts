// Real agents for a test file: the scripted one, the lying one, any other program; and none of them may be left behind.
import {
  bundleProgram,
  createMarker,
  lyingAgent,
  scriptedAgent,
  type LieName,
  type Marker,
} from "@parley/test-support";
import { afterAll, beforeAll } from "vitest";
import { createTestAgent, type TestAgent, type TestAgentOptions } from "./test-agent.ts";

export interface AgentsOfTest {
  /** What every process of these agents carries. */
  readonly marker: Marker;
  create(program: readonly string[], options?: Partial<TestAgentOptions>): TestAgent;
  scripted(options?: object): readonly string[];
  lying(lie: LieName): readonly string[];
}

/** To be called once, at the top of a test file. */
export function useAgents(): AgentsOfTest {
  const marker = createMarker();
  const programs = { scripted: "", lying: "" };
  beforeAll(async () => {
    programs.scripted = await bundleProgram(scriptedAgent.main);
    programs.lying = await bundleProgram(lyingAgent.main);
  });
  afterAll(async () => {
    const orphans = await marker.reap();
    if (orphans.length > 0) throw new Error(`Processes were left behind: ${orphans.join(", ")}`);
  });
  return {
    marker,
    create: (program, options = {}) => createTestAgent({ program, env: marker.env, ...options }),
    scripted: (options = {}) => [programs.scripted, JSON.stringify(options)],
    lying: (lie) => [programs.lying, JSON.stringify({ lie })],
  };
}
