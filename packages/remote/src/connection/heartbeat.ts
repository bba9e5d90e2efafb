// Detects a silent connection: an idle one is pinged; if no answer comes, it is reported, then closed.
import { systemTimers, type Timers } from "@parley/base";
import { observe, type Transport } from "@parley/rpc";
import { connectionLimits, LATE_MS, type ConnectionLimits } from "../limits.ts";

export interface HeartbeatEvents {
  /** Any answer counts as activity. */
  readonly ping: () => void;
  /** While a slow handler pauses reading, silence is meaningless. */
  readonly isHeldBack: () => boolean;
  readonly onSilent: () => void;
  /** A message arrived after all. */
  readonly onHeard: () => void;
  readonly onDead: () => void;
}

export class Heartbeat {
  readonly #timers: Timers;
  readonly #limits: ConnectionLimits;
  #events: HeartbeatEvents | undefined;
  #heardAt: number;
  #pingedAt: number | undefined;
  #isSilent = false;
  #cancel: () => void = () => undefined;

  constructor(limits: ConnectionLimits = connectionLimits, timers: Timers = systemTimers) {
    this.#limits = limits;
    this.#timers = timers;
    this.#heardAt = timers.now();
  }

  /** The same transport, monitored. */
  listen(transport: Transport): Transport {
    return observe(transport, { received: () => this.#heard() });
  }

  start(events: HeartbeatEvents): void {
    this.#events = events;
    this.#schedule(this.#limits.idleMs);
  }

  stop(): void {
    this.#events = undefined;
    this.#cancel();
  }

  #heard(): void {
    this.#heardAt = this.#timers.now();
    this.#pingedAt = undefined;
    if (!this.#isSilent) return;
    this.#isSilent = false;
    this.#events?.onHeard();
  }

  #schedule(ms: number): void {
    const dueAt = this.#timers.now() + ms;
    this.#cancel = this.#timers.after(ms, () => this.#look(this.#timers.now() - dueAt > LATE_MS));
  }

  #look(isLate: boolean): void {
    const events = this.#events;
    if (events === undefined) return;
    const { idleMs, silentMs, deadMs } = this.#limits;
    const now = this.#timers.now();
    // After the machine slept, no message could have arrived, so the wait restarts with a ping.
    if (events.isHeldBack()) this.#heardAt = now;
    else if (isLate && now - this.#heardAt > idleMs) this.#heardAt = now - idleMs;
    const quietMs = now - this.#heardAt;
    if (quietMs < idleMs) this.#schedule(idleMs - quietMs);
    else if (this.#pingedAt === undefined || isLate) {
      this.#pingedAt = now;
      events.ping();
      this.#schedule(silentMs - idleMs);
    } else if (!this.#isSilent) {
      this.#isSilent = true;
      this.#schedule(deadMs - silentMs);
      events.onSilent();
    } else {
      this.stop();
      events.onDead();
    }
  }
}
