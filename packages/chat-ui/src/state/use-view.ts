// Reads from a view that lives outside React, and renders again when the part that was read has changed.
import { useCallback, useSyncExternalStore } from "react";

export interface Listenable {
  /** Returns a function that stops listening. */
  subscribe(listener: () => void): () => void;
}

/** `select` has to return the same object as long as nothing has changed. */
export function useView<View extends Listenable, Part>(view: View, select: (view: View) => Part): Part {
  const subscribe = useCallback((listener: () => void) => view.subscribe(listener), [view]);
  return useSyncExternalStore(subscribe, () => select(view));
}
