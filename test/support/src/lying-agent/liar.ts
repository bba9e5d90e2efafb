// An agent that is honest except for one lie. A prompt that says "lie" gets the lie, any other gets the word "again".
import type { Frame } from "../raw-peer.ts";
import type { Lie, LyingCall } from "./lie.ts";
import type { Wire } from "./wire.ts";

const LYING_SESSION_ID = "lying-session";

export function startLiar(wire: Wire, lie: Lie): void {
  const liar = new Liar(wire, lie);
  wire.open((frame) => liar.receive(frame));
}

class Liar {
  readonly #wire: Wire;
  readonly #lie: Lie;
  readonly #answers = new Map<unknown, (frame: Frame) => void>();
  readonly #expected = new Map<string, ((call: LyingCall) => void)[]>();
  #nextId = 0;

  constructor(wire: Wire, lie: Lie) {
    this.#wire = wire;
    this.#lie = lie;
  }

  receive(frame: Frame): void {
    const { method, id } = frame;
    if (typeof method !== "string") {
      this.#answers.get(id)?.(frame);
      return;
    }
    const call = this.#toCall(frame);
    const expecting = this.#expected.get(method)?.shift();
    if (expecting !== undefined) expecting(call);
    else void this.#answer(method, call);
  }

  #answer(method: string, call: LyingCall): void | Promise<void> {
    const instead = this.#lie.instead?.[method];
    if (instead !== undefined) return instead(call);
    if (method === "session/prompt") return this.#playTurn(call);
    const result = HONEST_RESULTS[method];
    if (result !== undefined) call.answer(result);
    else if (call.id !== undefined) call.refuse(-32601, `Method not found: ${method}`);
  }

  async #playTurn(turn: LyingCall): Promise<void> {
    const { prompt } = turn.params as { prompt: readonly { text?: string }[] };
    if (prompt[0]?.text !== "lie") {
      turn.say("again");
      turn.answer({ stopReason: "end_turn" });
      return;
    }
    turn.say("before");
    if ((await this.#lie.midTurn?.(turn)) === "ended") return;
    turn.say("after");
    turn.answer({ stopReason: "end_turn" });
    await this.#lie.afterTurn?.(turn);
  }

  #toCall({ id, params = {} }: Frame): LyingCall {
    const wire = this.#wire;
    const send = (frame: object): void => wire.send({ jsonrpc: "2.0", ...frame });
    const { sessionId = LYING_SESSION_ID } = params as { sessionId?: string };
    const update = (content: object): void =>
      send({ method: "session/update", params: { sessionId, update: content } });
    return {
      wire,
      id,
      params: params as Frame,
      sessionId,
      send,
      update,
      say: (text) => update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } }),
      answer: (result) => send({ id, result }),
      refuse: (code, message) => send({ id, error: { code, message } }),
      ask: (method, asked, askedId = `ask-${(this.#nextId += 1)}`) => {
        const answered = new Promise<Frame>((resolve) => this.#answers.set(askedId, resolve));
        send({ id: askedId, method, params: asked });
        return answered;
      },
      next: (method) =>
        new Promise((resolve) => this.#expected.set(method, [...(this.#expected.get(method) ?? []), resolve])),
    };
  }
}

const HONEST_RESULTS: Readonly<Record<string, object>> = {
  initialize: {
    protocolVersion: 1,
    agentInfo: { name: "liar", version: "1.0.0" },
    agentCapabilities: { loadSession: true, sessionCapabilities: { list: {}, close: {}, delete: {}, resume: {} } },
  },
  "session/new": {
    sessionId: LYING_SESSION_ID,
    modes: { currentModeId: "code", availableModes: [{ id: "code", name: "Code" }] },
  },
  "session/load": {},
  "session/set_mode": {},
};
