// Loads the rules and the client's features while the agent boots.
import { openRulesFile } from "@parley/home/rules";
import { createFeatures, type FeaturesOptions } from "@parley/client/features";
import type { Feature } from "@parley/client";

export function openFeatures(options: Omit<FeaturesOptions, "rules">): readonly Feature[] {
  return createFeatures({ ...options, rules: openRulesFile(options.parleyHome) });
}
