// The changes that one connection follows, as `_parley/events` notifications. A client that is behind gets the rest when it has room.
import type { ClientConnection } from "@parley/acp";
import type { ServerEvent } from "@parley/contract";
import type { ChangesSubscription, Hub, HubEvent } from "@parley/hub";
import { ACP_EVENTS_BATCH_MAX } from "../../limits.ts";
import { toResetEvent, toServerEvent } from "../../operations/events/translate.ts";
import type { Wire } from "./wire.ts";

export interface FollowedChangesOptions {
  readonly hub: Hub;
  readonly wire: Wire;
  readonly client: ClientConnection;
}

export class FollowedChanges {
  readonly #options: FollowedChangesOptions;
  #subscription: ChangesSubscription | undefined;
  /** Counts subscriptions: a replaced one stops sending. */
  #epoch = 0;

  constructor(options: FollowedChangesOptions) {
    this.#options = options;
  }

  /** Replaces an earlier subscription. The first events come after the current answer. */
  follow(after: string | undefined): void {
    const { hub, client } = this.#options;
    hub.changes.check(after);
    if (this.#epoch === 0) void client.closed.then(() => this.leave());
    this.leave();
    const epoch = this.#epoch;
    setImmediate(() => {
      if (epoch === this.#epoch) this.#subscribe(after, epoch);
    });
  }

  leave(): void {
    this.#epoch += 1;
    this.#subscription?.close();
    this.#subscription = undefined;
  }

  #subscribe(after: string | undefined, epoch: number): void {
    this.#subscription = this.#options.hub.changes.subscribe(
      {
        events: (batch) => this.#send(toEvents(batch), epoch),
        reset: (reset) => this.#send([toResetEvent(reset)], epoch),
        // The connection ends with the hub, so its client notices.
        ended: () => undefined,
      },
      { after },
    );
  }

  #resume(epoch: number): void {
    if (epoch === this.#epoch) this.#subscription?.resume();
  }

  #send(events: readonly ServerEvent[], epoch: number): boolean {
    const { client, wire } = this.#options;
    let isFull = false;
    for (let first = 0; first < events.length; first += ACP_EVENTS_BATCH_MAX) {
      const outcome = client.extNotify("_parley/events", { events: events.slice(first, first + ACP_EVENTS_BATCH_MAX) });
      isFull = outcome === "full";
    }
    if (!isFull) return true;
    void wire.transport.drained().then(() => this.#resume(epoch));
    return false;
  }
}

const batches = new WeakMap<readonly HubEvent[], readonly ServerEvent[]>();

function toEvents(batch: readonly HubEvent[]): readonly ServerEvent[] {
  const known = batches.get(batch) ?? batch.map(toServerEvent);
  batches.set(batch, known);
  return known;
}
