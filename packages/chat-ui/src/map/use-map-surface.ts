// Keeps a map drawn: once per frame while something moves, a few times a second while files cool, else not at all.
import { useEffect, useRef, useState, type RefObject } from "react";
import { Playhead } from "../recording/playhead.ts";
import type { Playback } from "../recording/playback.ts";
import { MapSurface } from "./map-surface.ts";
import type { TreeFolder } from "./tree.ts";

export interface MapSurfaceRefs {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly tiles: RefObject<HTMLCanvasElement | null>;
  readonly marks: RefObject<HTMLCanvasElement | null>;
  readonly surface: MapSurface | undefined;
  /** Draws soon: something has changed that the recording does not know. */
  readonly wake: () => void;
}

export function useMapSurface(playback: Playback, folder: TreeFolder): MapSurfaceRefs {
  const box = useRef<HTMLDivElement>(null);
  const tiles = useRef<HTMLCanvasElement>(null);
  const marks = useRef<HTMLCanvasElement>(null);
  const [surface, setSurface] = useState<MapSurface>();
  const wake = useRef<() => void>(() => undefined);

  useEffect(() => {
    if (tiles.current === null || marks.current === null) return undefined;
    const canvases = { tiles: tiles.current, marks: marks.current };
    const { recording } = playback;
    const next = new MapSurface(canvases, recording, new Playhead(recording.touches));
    next.isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const loop = startLoop((frameMs) => {
      const restMs = next.frame(playback.now(), frameMs);
      return playback.isPlaying ? 0 : restMs;
    });
    wake.current = loop.wake;
    const stops = [recording.subscribe(loop.wake), playback.subscribe(loop.wake)];
    setSurface(next);
    return () => {
      for (const stop of stops) stop();
      loop.stop();
    };
  }, [playback]);

  useEffect(() => {
    const element = box.current;
    if (surface === undefined || element === null) return undefined;
    const show = (): void => {
      const { width, height } = element.getBoundingClientRect();
      if (width > 0 && height > 0) surface.show(folder, width, height, devicePixelRatio);
      wake.current();
    };
    show();
    const sizes = new ResizeObserver(show);
    sizes.observe(element);
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", show);
    const theme = new MutationObserver(show);
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme", "class"] });
    return () => {
      sizes.disconnect();
      dark.removeEventListener("change", show);
      theme.disconnect();
    };
  }, [surface, folder]);

  return { box, tiles, marks, surface, wake: () => wake.current() };
}

/** `draw` returns in how many milliseconds it is to be called again at the latest. */
function startLoop(draw: (frameMs: number) => number): { readonly wake: () => void; readonly stop: () => void } {
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wake = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (frame === 0) frame = requestAnimationFrame(run);
  };
  const run = (frameMs: number): void => {
    frame = 0;
    const delay = draw(frameMs);
    if (delay === 0) wake();
    else timer ??= setTimeout(wake, delay);
  };
  wake();
  return {
    wake,
    stop: () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    },
  };
}
