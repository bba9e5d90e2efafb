// Ctrl-C and other stop signals: the first cancels the turn, the second ends Parley, the third exits immediately.

/** The exit code that shells use after Ctrl-C. Importing exit-codes.ts would load one more file before an agent starts. */
const CANCELLED = 130;

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export interface StopSignals extends Disposable {
  /** Aborts with the first signal: cancel the turn, then exit. */
  readonly asked: AbortSignal;
  /** Aborts with the second signal: exit now. */
  readonly forced: AbortSignal;
}

export function listenForStop(): StopSignals {
  const asked = new AbortController();
  const forced = new AbortController();
  const onSignal = (): void => {
    if (!asked.signal.aborted) asked.abort();
    else if (!forced.signal.aborted) forced.abort();
    // The guard process stops the agent and everything it started.
    else process.exit(CANCELLED);
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  return {
    asked: asked.signal,
    forced: forced.signal,
    [Symbol.dispose]() {
      // After the first signal Parley is about to exit: another one would kill it before its exit code and last
      // messages are written.
      if (asked.signal.aborted) return;
      for (const signal of SIGNALS) process.off(signal, onSignal);
    },
  };
}
