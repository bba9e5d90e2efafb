// The model that needs nothing: what is known of it without loading it.
import type { ModelInfo } from "../model.ts";

export const SCRIPT_MODEL_ID = "offline/script";

export const scriptInfo: ModelInfo = {
  id: SCRIPT_MODEL_ID,
  name: "Script (offline)",
  contextTokens: 1_000_000,
  takesImages: false,
  thinks: true,
  isOffline: true,
};
