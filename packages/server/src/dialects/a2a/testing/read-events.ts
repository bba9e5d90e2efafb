// The events of a response, as they were sent.

export interface SentEvent {
  readonly id?: string;
  readonly event?: string;
  readonly data: string;
}

/** All of them, or the first ones. */
export async function readEvents(response: Response, max = Number.POSITIVE_INFINITY): Promise<SentEvent[]> {
  const events: SentEvent[] = [];
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    events.push(...blocks.flatMap((block) => parseBlock(block) ?? []));
    if (events.length >= max) break;
  }
  return events;
}

function parseBlock(block: string): SentEvent | undefined {
  const fields = new Map<string, string>();
  for (const line of block.split("\n")) {
    const at = line.indexOf(": ");
    if (at > 0) fields.set(line.slice(0, at), line.slice(at + 2));
  }
  const [id, event, data] = [fields.get("id"), fields.get("event"), fields.get("data")];
  if (data === undefined) return undefined;
  return { data, ...(id !== undefined && { id }), ...(event !== undefined && { event }) };
}
