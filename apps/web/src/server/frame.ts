// Calls back once per frame, however often it is asked; in a hidden tab, where there are no frames, soon.

const HIDDEN_MS = 200;

export function nextFrame(callback: () => void): void {
  if (document.hidden) setTimeout(callback, HIDDEN_MS);
  else requestAnimationFrame(callback);
}
