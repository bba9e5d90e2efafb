// One conversation, as the agent keeps it in memory.
import type { History } from "./history.ts";
import { initialSettings, type Settings } from "./settings.ts";
import type { Turn } from "./turn.ts";

/** The user's "always" answers, by kind of tool. */
export type Remembered = "allow" | "reject";

export interface SessionPlace {
  readonly cwd: string;
  readonly additionalDirectories: readonly string[];
}

export class Session {
  readonly id: string;
  readonly history: History;
  readonly permissions: Map<string, Remembered>;
  place: SessionPlace;
  settings: Settings = initialSettings;
  commands: readonly string[] = ["tour", "help"];
  /** The commands have not been sent to the client yet. */
  owesCommands = true;
  title: string | undefined;
  updatedAtMs: number;
  /** False after `session/close`, until it is loaded or resumed. */
  isOpen = true;
  turn: Turn | undefined;

  constructor(id: string, place: SessionPlace, history: History, nowMs: number) {
    this.id = id;
    this.place = place;
    this.history = history;
    this.updatedAtMs = nowMs;
    this.permissions = new Map();
  }
}
