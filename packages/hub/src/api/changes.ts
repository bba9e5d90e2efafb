// Everything that changes in the hub, as one stream: sessions, turns, questions and agents.
import type { AgentEntry } from "./agents.ts";
import type { AgentJob } from "./agent-jobs.ts";
import type { Interaction } from "./interactions.ts";
import type { HubSession } from "./sessions.ts";
import type { Turn } from "./turns.ts";

/** Without its prompt and its schema, which may be long. */
export type ChangedTurn = Omit<Turn, "prompt" | "limits" | "jsonSchema">;

/** Without the details of the question, which may be long: `interactions.get` has them. */
export interface ChangedQuestion extends Pick<
  Interaction,
  "id" | "kind" | "sessionId" | "turnId" | "agent" | "createdAtMs" | "expiresAtMs" | "state" | "answeredBy" | "actor"
> {
  /** What it is about, in a few words. */
  readonly title: string;
}

export type HubChange =
  | { readonly what: "session"; readonly change: "created" | "changed"; readonly session: HubSession }
  /** Another agent answers from now on. */
  | { readonly what: "session"; readonly change: "handed_over"; readonly session: HubSession; readonly from: string }
  | { readonly what: "session"; readonly change: "deleted"; readonly sessionId: string }
  | {
      readonly what: "turn";
      readonly change: "queued" | "running" | "waiting" | "cancelling" | "ended";
      readonly turn: ChangedTurn;
    }
  | {
      readonly what: "question";
      readonly change: "opened" | "answered" | "expired" | "cancelled";
      readonly question: ChangedQuestion;
    }
  /** `changed`: enabled, disabled, installed, described otherwise; new statistics are not a change. */
  | { readonly what: "agent"; readonly change: "added" | "changed"; readonly agent: AgentEntry }
  | { readonly what: "agent"; readonly change: "removed"; readonly name: string }
  /** An installation or a sign-in. `progress` comes with the new step. */
  | { readonly what: "job"; readonly change: "started" | "progress" | "ended"; readonly job: AgentJob };

export interface HubEvent {
  /** Where a reader resumes. */
  readonly id: string;
  readonly at: number;
  readonly change: HubChange;
}

/** The reader's state is invalid: it has to list everything again, and gets all changes from now on. */
export interface ChangesReset {
  /** Where it resumes. */
  readonly id: string;
  readonly at: number;
  /** `new`: the reader gave no position. `restarted`: its position is from another process. `too_old`: the changes after it were dropped. */
  readonly reason: "new" | "restarted" | "too_old";
}

export interface ChangesReader {
  /** False: accepted, but pause until `resume`. All readers that keep up get the same array. */
  events(batch: readonly HubEvent[]): boolean;
  /** The same. */
  reset(reset: ChangesReset): boolean;
  /** The hub is closing. */
  ended(): void;
}

export interface ChangesSubscription {
  /** The reader has room again. */
  resume(): void;
  close(): void;
}

export interface Changes {
  /**
   * Throws the errors of `subscribe`: `bad_input` for an invalid position, `limit_reached` if there are too many
   * readers.
   */
  check(after: string | undefined): void;
  /** Delivers the changes after a position, then new ones. */
  subscribe(reader: ChangesReader, options?: { readonly after?: string | undefined }): ChangesSubscription;
}
