// What is loaded while the agent boots: the store of sessions, the rules, and what the client does for an agent.
import { openRulesFile } from "@parley/home/rules";
import { createFileSessionStore, type SessionStore } from "@parley/home/session-log";
import { createFeatures, type FeaturesOptions } from "@parley/client/features";
import type { Feature } from "@parley/client";
import { join } from "node:path";

export function openStore(home: string): SessionStore {
  return createFileSessionStore({ folder: join(home, "sessions") });
}

export function openFeatures(options: Omit<FeaturesOptions, "rules">): readonly Feature[] {
  return createFeatures({ ...options, rules: openRulesFile(options.parleyHome) });
}
