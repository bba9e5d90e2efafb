// The settings of a session. A change applies from the next step on.
import type { ApprovalLevel } from "@parley/policy";
import type { ThinkingLevel } from "../models/model.ts";
import type { Slot } from "../modes/mode.ts";

export interface SessionSettings {
  readonly slot: Slot;
  readonly modeId: string;
  /** `provider/model`. */
  readonly modelId: string;
  readonly approval: ApprovalLevel;
  readonly thinking: ThinkingLevel;
}

/** Settings that were chosen; the others keep their defaults. */
export type ChosenSettings = { readonly [Name in keyof SessionSettings]?: SessionSettings[Name] | undefined };
