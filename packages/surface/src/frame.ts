// Calls back with the next frame. A hidden tab has no frames, even if it becomes hidden while waiting, so the callback
// is called soon. Outside a browser window there are no frames either, and it is called after the duration of one.

const HIDDEN_MS = 200;
const FRAME_MS = 16;

export function nextFrame(callback: () => void): void {
  if (typeof requestAnimationFrame === "undefined") {
    setTimeout(callback, FRAME_MS);
    return;
  }
  let isCalled = false;
  const callOnce = (): void => {
    if (isCalled) return;
    isCalled = true;
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    callback();
  };
  const timer = setTimeout(callOnce, HIDDEN_MS);
  const frame = requestAnimationFrame(callOnce);
}
