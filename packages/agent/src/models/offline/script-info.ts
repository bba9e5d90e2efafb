// The offline demo's model info, without loading it.
import { OFFLINE_MODEL_ID } from "@parley/base";
import type { ModelInfo } from "../model.ts";

export const SCRIPT_MODEL_ID = OFFLINE_MODEL_ID;

export const scriptInfo: ModelInfo = {
  id: SCRIPT_MODEL_ID,
  name: "Script (offline)",
  contextTokens: 1_000_000,
  takesImages: false,
  thinks: true,
  isOffline: true,
};
