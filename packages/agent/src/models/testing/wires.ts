// For tests: the four wires of the stub model server, and what to set to speak each.
import type { Variables } from "./ask.ts";

export const WIRES = ["openai-compatible", "openai", "anthropic", "google"] as const;
export type WireProvider = (typeof WIRES)[number];

export const TEST_KEY = "test-key-that-nobody-may-see";

export function variablesFor(wire: WireProvider, url: string): Variables {
  switch (wire) {
    case "openai-compatible":
    case "openai":
      return { OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: TEST_KEY };
    case "anthropic":
      return { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: TEST_KEY };
    case "google":
      return { GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: TEST_KEY };
  }
}
