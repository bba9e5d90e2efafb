// Rules in the proxy: requests of the agent are checked before the client receives them.
import { silentLog, systemClock, type Clock, type Log } from "@parley/base";
import type { RuleSet } from "@parley/policy";
import type { Observation } from "../extract/observation.ts";
import type { Stage } from "../frames/stage.ts";
import { MessageJudge } from "./message-judge.ts";
import { MessageStage } from "./message-stage.ts";
import { SessionFolders } from "./session-folders.ts";

export interface PipePolicyOptions {
  readonly rules: RuleSet;
  /** For requests of unknown sessions. */
  readonly cwd: string;
  readonly onBlocked?: ((observation: Observation) => void) | undefined;
  readonly clock?: Clock | undefined;
  readonly log?: Log | undefined;
}

export interface PipePolicy {
  /** Requests that were refused. */
  readonly refused: number;
  /** Lines that were not forwarded because they are not messages, or are too large to check. */
  readonly withheld: number;
  /** Bytes from the client, as they pass: they contain the folders of sessions. */
  readClient(chunk: Buffer): void;
  /** For the direction to the client. `answer` takes a line for the agent. */
  createStage(answer: (line: Buffer) => void): Stage;
}

export function createPipePolicy(options: PipePolicyOptions): PipePolicy {
  const { rules, cwd, onBlocked = () => undefined, clock = systemClock, log = silentLog } = options;
  const folders = new SessionFolders(cwd);
  const judge = new MessageJudge({ rules, folders, onBlocked, clock, log });
  return {
    get refused() {
      return judge.refused;
    },
    get withheld() {
      return judge.withheld;
    },
    readClient: (chunk) => folders.readClient(chunk),
    createStage: (answer) => new MessageStage(judge, answer),
  };
}
