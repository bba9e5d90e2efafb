// What a client of any protocol can do, so that all of them play the same load.
import type { ChaosNode } from "../world/chaos-node.ts";
import type { FinalState } from "../record.ts";

export interface SentPrompt {
  readonly sessionId: string;
  readonly text: string;
  /** The same one in every attempt: the prompt is carried out once. */
  readonly key: string;
}

export interface TurnState {
  readonly end?: FinalState | undefined;
  /** It waits for an answer. */
  readonly interactionId?: string | undefined;
}

export interface ChaosClient extends AsyncDisposable {
  createSession(node: ChaosNode, cwd: string): Promise<string>;
  /** The id of the turn once a server has the prompt. Plain ACP names no turn: it resolves when the turn is over. */
  prompt(node: ChaosNode, prompt: SentPrompt): Promise<{ readonly turnId?: string; readonly end?: FinalState }>;
  /** How the turn is now. */
  look(node: ChaosNode, turnId: string): Promise<TurnState>;
  answer(node: ChaosNode, turn: AskingTurn, isAllowed: boolean): Promise<void>;
  cancel(node: ChaosNode, sessionId: string, turnId: string): Promise<void>;
}

interface AskingTurn {
  readonly sessionId: string;
  readonly turnId: string;
  readonly interactionId: string;
}
