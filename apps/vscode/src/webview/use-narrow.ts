// Whether the view is as narrow as side bars are; the style sheets have the same width.
import { useSyncExternalStore } from "react";

const narrow = matchMedia("(width < 560px)");

export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => narrow.matches);
}

function subscribe(listener: () => void): () => void {
  narrow.addEventListener("change", listener);
  return () => narrow.removeEventListener("change", listener);
}
