// Permissions and elicitations: asked, answered once, or left without an answer.
import type {
  ElicitationAnsweredEvent,
  ElicitationAskedEvent,
  PermissionAnsweredEvent,
  PermissionAskedEvent,
} from "../session-event.ts";
import type { Entry, EventStamp, ItemList, Owner } from "./item-list.ts";
import type { ElicitationItem, ItemBase, PermissionItem } from "./items.ts";

type Asked = PermissionItem | ElicitationItem;
type Said<I extends Asked> = Omit<I, keyof ItemBase | "type" | "interactionId">;
type Asking = EventStamp & { readonly interactionId: string };

export class Interactions implements Owner<Asked> {
  readonly #items: ItemList;
  readonly #permissions = new Map<string, Entry<PermissionItem>>();
  readonly #elicitations = new Map<string, Entry<ElicitationItem>>();
  /** Still waiting, and whether a turn waits for the answer. */
  readonly #open = new Map<Entry<Asked>, { readonly inTurn: boolean }>();

  constructor(items: ItemList) {
    this.#items = items;
  }

  permissionAsked(event: PermissionAskedEvent, inTurn: boolean): void {
    const { interactionId, toolCall, options } = event;
    const asked = { toolCallId: toolCall.toolCallId, options };
    const known = this.#permissions.get(interactionId);
    if (known !== undefined) return this.#items.change(known, asked);
    this.#open.set(this.#addPermission(event, { ...OPEN, ...asked }), { inTurn });
  }

  /** The first answer counts. */
  permissionAnswered(event: PermissionAnsweredEvent): void {
    const { interactionId, outcome, by, reason = null, at, actor } = event;
    const answered = { phase: "answered", answer: { outcome, by, reason, at, ...(actor && { actor }) } } as const;
    const known = this.#permissions.get(interactionId);
    if (known?.item.phase === "answered") return;
    if (known !== undefined) this.#close(known, () => this.#items.change(known, answered));
    else this.#addPermission(event, { toolCallId: null, options: [], ...answered });
  }

  elicitationAsked(event: ElicitationAskedEvent, inTurn: boolean): void {
    const { interactionId, request } = event;
    const known = this.#elicitations.get(interactionId);
    if (known !== undefined) return this.#items.change(known, { request });
    this.#open.set(this.#addElicitation(event, { ...OPEN, request }), { inTurn });
  }

  elicitationAnswered(event: ElicitationAnsweredEvent): void {
    const { interactionId, response, by, at, actor } = event;
    const answered = { phase: "answered", answer: { response, by, at, ...(actor && { actor }) } } as const;
    const known = this.#elicitations.get(interactionId);
    if (known?.item.phase === "answered") return;
    if (known !== undefined) this.#close(known, () => this.#items.change(known, answered));
    else this.#addElicitation(event, { request: null, ...answered });
  }

  /** Closes the questions of a turn that has ended, or with `all` those of an agent that has exited. */
  lapse(all: boolean): void {
    for (const [entry, { inTurn }] of this.#open) {
      if (all || inTurn) this.#close(entry, () => this.#items.change(entry, { phase: "lapsed" }));
    }
  }

  forget(entry: Entry<Asked>): void {
    const { type, interactionId } = entry.item;
    if (type === "permission") this.#permissions.delete(interactionId);
    else this.#elicitations.delete(interactionId);
    this.#open.delete(entry);
  }

  #close(entry: Entry<Asked>, change: () => void): void {
    this.#open.delete(entry);
    change();
  }

  #addPermission({ seq, at, interactionId }: Asking, said: Said<PermissionItem>): Entry<PermissionItem> {
    const id = this.#items.takeId();
    const entry = this.#items.add<PermissionItem>({ id, seq, at, type: "permission", interactionId, ...said }, this);
    this.#permissions.set(interactionId, entry);
    return entry;
  }

  #addElicitation({ seq, at, interactionId }: Asking, said: Said<ElicitationItem>): Entry<ElicitationItem> {
    const id = this.#items.takeId();
    const entry = this.#items.add<ElicitationItem>({ id, seq, at, type: "elicitation", interactionId, ...said }, this);
    this.#elicitations.set(interactionId, entry);
    return entry;
  }
}

const OPEN = { phase: "open", answer: null } as const;
