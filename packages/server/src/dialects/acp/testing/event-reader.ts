// Reads a stream of server-sent events in a test: what came, with its ids, and what is still to come.

export type EventMessage = Readonly<Record<string, unknown>>;

export interface EventReader extends AsyncDisposable {
  readonly response: Response;
  readonly messages: readonly EventMessage[];
  /** Of each message, in the same order; undefined if it has none. */
  readonly ids: readonly (string | undefined)[];
  readonly ended: Promise<void>;
  /** The first message that fits, there or still to come. Rejects if the stream ends before. */
  find(fits: (message: EventMessage) => boolean): Promise<EventMessage>;
}

interface Looking {
  readonly fits: (message: EventMessage) => boolean;
  readonly resolve: (message: EventMessage) => void;
  readonly reject: (reason: Error) => void;
}

export function createEventReader(response: Response): EventReader {
  const messages: EventMessage[] = [];
  const ids: (string | undefined)[] = [];
  const looking = new Set<Looking>();
  const chunks = response.body?.getReader();

  function take(event: string): void {
    const fields = new Map(event.split("\n").map((line) => [line.split(":", 1)[0], line.slice(line.indexOf(":") + 1)]));
    const data = fields.get("data");
    if (data === undefined) return;
    const message = JSON.parse(data) as EventMessage;
    messages.push(message);
    ids.push(fields.get("id")?.trim());
    for (const one of looking) {
      if (!one.fits(message)) continue;
      looking.delete(one);
      one.resolve(message);
    }
  }

  async function run(): Promise<void> {
    const decoder = new TextDecoder();
    let text = "";
    for (let next = await chunks?.read(); next !== undefined && !next.done; next = await chunks?.read()) {
      const events = (text + decoder.decode(next.value, { stream: true })).split("\n\n");
      text = events.pop() ?? "";
      for (const event of events) take(event);
    }
    for (const { reject } of looking) reject(new Error("The stream ended before"));
  }

  const isStream = response.headers.get("content-type")?.includes("text/event-stream") === true;
  const ended = isStream ? run() : Promise.resolve();
  // Whoever waits for a message hears of it.
  ended.catch((error: unknown) => {
    for (const { reject } of looking) reject(error instanceof Error ? error : new Error(String(error)));
  });
  return {
    response,
    messages,
    ids,
    ended,
    find(fits) {
      const known = messages.find(fits);
      if (known !== undefined) return Promise.resolve(known);
      return new Promise((resolve, reject) => looking.add({ fits, resolve, reject }));
    },
    async [Symbol.asyncDispose]() {
      await chunks?.cancel();
    },
  };
}
