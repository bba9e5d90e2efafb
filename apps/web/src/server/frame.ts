// Calls back with the next frame. A hidden tab has no frames, also if it is hidden while one is awaited: then it is called soon.

const HIDDEN_MS = 200;

export function nextFrame(callback: () => void): void {
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
