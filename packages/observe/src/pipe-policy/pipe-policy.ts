// Policy at the pipe: what the agent asks of the client is judged before the client hears of it.
import { silentLog, systemClock, type Clock, type Log } from "@parley/base";
import type { RuleSet } from "@parley/policy";
import type { Observation } from "../extract/observation.ts";
import type { Stage } from "../frames/stage.ts";
import { MessageJudge } from "./message-judge.ts";
import { MessageStage } from "./message-stage.ts";
import { SessionFolders } from "./session-folders.ts";

export interface PipePolicyOptions {
  readonly rules: RuleSet;
  /** For requests of sessions that nobody has opened here. */
  readonly cwd: string;
  readonly onBlocked?: ((observation: Observation) => void) | undefined;
  readonly clock?: Clock | undefined;
  readonly log?: Log | undefined;
}

export interface PipePolicy {
  /** Requests that were refused. */
  readonly refused: number;
  /** What is no message, or too large to be judged, and did not pass. */
  readonly withheld: number;
  /** Bytes from the client, as they pass: they say in which folders a session works. */
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
