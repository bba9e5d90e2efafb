// What the details of a session are made from. What is undefined is not known yet.
import type { Operations } from "@parley/contract";

export interface SessionDetails {
  readonly session: Operations["sessions/get"]["reply"];
  readonly agent: Operations["entries/get"]["reply"] | undefined;
  readonly tools: Operations["tools/list"]["reply"] | undefined;
  readonly rules: Operations["rules/list"]["reply"] | undefined;
  readonly trusted: Operations["trust/list"]["reply"]["folders"] | undefined;
}
