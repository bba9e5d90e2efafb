// Calls back with the next frame. A hidden tab has no frames, also if it is hidden while one is awaited: then it is called
// soon. Outside of a browser's window nothing has frames, and it is called in the time of one.

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
