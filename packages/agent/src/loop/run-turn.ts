// One turn: requests to the model and the tools it calls, until it is done, somebody stops it, or a limit does.
import { ParleyError, type Log } from "@parley/base";
import type { ModelFailure } from "../models/model.ts";
import { messageOf, stackOf } from "../text/sentences.ts";
import type { TurnEnd } from "./loop-event.ts";
import { mendConversation } from "./mend-conversation.ts";
import type { Emit, TurnInput } from "./turn-input.ts";
import { Turn } from "./turn.ts";

/** Never rejects: every turn has one end. When it has ended nothing is emitted any more, and the conversation is one that a model takes. */
export async function runTurn(input: TurnInput, emit: Emit): Promise<TurnEnd> {
  const { conversation, log } = input;
  const gate = new EmitGate(emit, log);
  const turn = new Turn(input, gate.emit);
  try {
    return await turn.run();
  } catch (error) {
    // A port of the session failed, which none of them should.
    log.write("error", "a turn broke", { error: stackOf(error) });
    const mended = mendConversation(conversation.messages);
    if (mended !== conversation.messages) conversation.replace(mended);
    const failure = toFailure(error);
    gate.emit({ type: "failure", failure });
    return { failure, usage: turn.usage };
  } finally {
    turn.close();
    gate.close();
  }
}

/** What a listener throws is its own trouble, and nobody hears of a turn that is over. */
class EmitGate {
  readonly emit: Emit;
  #isClosed = false;

  constructor(emit: Emit, log: Log) {
    this.emit = (event) => {
      if (this.#isClosed) return;
      try {
        emit(event);
      } catch (error) {
        log.write("error", "a listener of the loop threw", { event: event.type, error: stackOf(error) });
      }
    };
  }

  close(): void {
    this.#isClosed = true;
  }
}

function toFailure(error: unknown): ModelFailure {
  const message = messageOf(error);
  const remedy = error instanceof ParleyError ? error.remedy?.label : undefined;
  return { kind: "failed", message, ...(remedy === undefined ? {} : { remedy }) };
}
