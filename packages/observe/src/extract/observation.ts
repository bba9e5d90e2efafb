// Observations: facts from a frame about files, tools, turns and time. A closed list, the same for ACP version 1 and 2.
import type { Frame } from "../frames/frame.ts";

/** As the feed names them. */
export type FileAction = "user_provided" | "user_referenced" | "read" | "write" | "search" | "blocked";

export interface ObservedCost {
  readonly amount: number;
  readonly currency: string;
}

interface Observed {
  readonly atMs: number;
  /** The agent's id of the session; undefined if it belongs to none. */
  readonly sessionId: string | undefined;
}

export type Observation = Observed &
  (
    | {
        readonly type: "session_opened";
        readonly cwd: string | undefined;
        readonly how: "new" | "load" | "resume" | "fork";
      }
    | { readonly type: "session_closed" }
    | { readonly type: "turn_started"; readonly requestId: string }
    | {
        readonly type: "turn_ended";
        readonly requestId: string;
        readonly stopReason: string | undefined;
        /** If the turn ended with an error. */
        readonly error?: string | undefined;
      }
    /** The first text, thought or call of a turn, for the time to first token. */
    | { readonly type: "output"; readonly kind: "message" | "thought"; readonly chars: number }
    | {
        readonly type: "file";
        /** As named in the message: absolute, or relative to the session's folder. */
        readonly path: string;
        readonly action: FileAction;
        /** The source of the information. */
        readonly from: "fs" | "location" | "diff" | "input" | "command" | "output" | "prompt" | "mention" | "terminal";
        readonly toolCallId?: string | undefined;
        readonly line?: number | undefined;
      }
    | {
        readonly type: "tool_call";
        readonly toolCallId: string;
        readonly title: string | undefined;
        readonly name: string | undefined;
        readonly kind: string | undefined;
        readonly status: string | undefined;
        readonly command?: string | undefined;
      }
    | {
        readonly type: "permission_asked";
        readonly requestId: string;
        readonly toolCallId: string | undefined;
        /** What the question is about, if it says so. */
        readonly kind?: string | undefined;
        readonly command?: string | undefined;
        readonly paths?: readonly string[] | undefined;
      }
    | {
        readonly type: "permission_answered";
        readonly requestId: string;
        readonly outcome: string;
        readonly optionKind: string | undefined;
      }
    | {
        readonly type: "terminal";
        readonly terminalId: string;
        readonly state: "created" | "exited" | "released";
        readonly command?: string | undefined;
        readonly toolCallId?: string | undefined;
      }
    | { readonly type: "usage"; readonly used: number; readonly size: number; readonly cost?: ObservedCost | undefined }
    | { readonly type: "compacted" }
    | { readonly type: "plan"; readonly done: number; readonly total: number }
    | { readonly type: "title"; readonly title: string }
    /** Refused by the proxy's rules. */
    | { readonly type: "blocked"; readonly path: string; readonly action: "read" | "write"; readonly reason: string }
    /** Done without asking for permission. */
    | {
        readonly type: "unasked";
        readonly what: string;
        readonly path?: string | undefined;
        readonly toolCallId?: string | undefined;
      }
    /** Not JSON, a response without a request, an update after the end of the turn. */
    | { readonly type: "oddity"; readonly what: string }
  );

/** Fed with every frame of one connection, in order. */
export interface Extractor {
  add(frame: Frame): readonly Observation[];
}
