// An agent written inside a test: a function that runs in a Node of its own and says exactly what the test wants on the wire.
//
// The function travels as text, so that it must not use anything from around it but its parameters.

/** What the function gets to work with, over there. */
export interface InlineWire {
  /** Instead of the default answer. `initialize` and `session/new` have one; other requests are refused with −32601. */
  on(method: string, handler: (call: InlineCall) => void): void;
  send(frame: object): void;
  update(sessionId: string, update: object): void;
  say(sessionId: string, text: string): void;
  /** A request to the client; the frame that answers it. */
  ask(
    method: string,
    params: object,
  ): Promise<{ readonly result?: unknown; readonly error?: { readonly code: number } }>;
}

interface InlineCall {
  readonly id: number;
  /** What tests look at of what the client sent. */
  readonly params: {
    readonly sessionId: string;
    readonly prompt: readonly { readonly text: string }[];
    readonly value: string;
    readonly modeId?: string;
  };
  readonly answer: (result: object | undefined) => void;
  readonly refuse: (code: number, message: string) => void;
}

/** The arguments for Node. `data` must be JSON. */
export function inlineAgent<Data>(play: (wire: InlineWire, data: Data) => void, data: Data): readonly string[];
export function inlineAgent(play: (wire: InlineWire) => void): readonly string[];
export function inlineAgent(play: (wire: InlineWire, data: unknown) => void, data: unknown = null): readonly string[] {
  return ["--eval", `(${String(play)})((${String(startWire)})(), ${JSON.stringify(data)})`];
}

/** Runs over there, as text too. */
function startWire(): InlineWire {
  const handlers = new Map<string, (call: InlineCall) => void>();
  const asked = new Map<unknown, (frame: object) => void>();
  let sessions = 0;
  let nextId = 0;
  const { stdout } = process;
  const send = (frame: object): void => {
    stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...frame })}\n`);
  };
  const update = (sessionId: string, content: object): void =>
    send({ method: "session/update", params: { sessionId, update: content } });
  const defaults: Record<string, (call: InlineCall) => void> = {
    initialize: ({ answer }) => answer({ protocolVersion: 1, agentCapabilities: {} }),
    "session/new": ({ answer }) => answer({ sessionId: `session-${(sessions += 1)}` }),
  };
  const receive = ({ id, method, params }: { id: number; method?: string; params: InlineCall["params"] }): void => {
    if (method === undefined) return;
    const refuse = (code: number, message: string): void => send({ id, error: { code, message } });
    const call: InlineCall = { id, params, answer: (result) => send({ id, result }), refuse };
    const handler = handlers.get(method) ?? defaults[method];
    if (handler !== undefined) handler(call);
    else if (id !== undefined) refuse(-32601, `Method not found: ${method}`);
  };
  let rest = "";
  process.stdin.setEncoding("utf8").on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const frame = JSON.parse(line) as Parameters<typeof receive>[0];
      if (frame.method === undefined) asked.get(frame.id)?.(frame);
      else receive(frame);
    }
  });
  return {
    on: (method, handler) => handlers.set(method, handler),
    send,
    update,
    say: (sessionId, text) =>
      update(sessionId, { sessionUpdate: "agent_message_chunk", content: { type: "text", text } }),
    ask: (method, params) =>
      new Promise((resolve) => {
        const id = `ask-${(nextId += 1)}`;
        asked.set(id, resolve);
        send({ id, method, params });
      }),
  };
}
