// The edge between conversation and tabs, moved with the pointer or the arrow keys.
import { useView } from "@parley/chat-ui";
import type { KeyboardEvent, PointerEvent } from "react";
import { PANE_PX_MAX, PANE_PX_MIN } from "../limits.ts";
import { clampPane, paneWidth } from "../state/layout.ts";
import "./PaneEdge.css";

const STEP_PX = 24;
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: STEP_PX, ArrowRight: -STEP_PX };

export function PaneEdge() {
  const width = useView(paneWidth, ({ value }) => value);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step !== undefined) paneWidth.set(clampPane(width + step));
  };
  return (
    <div
      className="pane-edge"
      role="separator"
      aria-label="Width of the tabs"
      aria-orientation="vertical"
      aria-valuenow={width}
      aria-valuemin={PANE_PX_MIN}
      aria-valuemax={PANE_PX_MAX}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
    />
  );
}

function onPointerDown(event: PointerEvent<HTMLElement>) {
  event.currentTarget.setPointerCapture(event.pointerId);
}

function onPointerMove(event: PointerEvent<HTMLElement>) {
  if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
  const right = event.currentTarget.parentElement?.getBoundingClientRect().right ?? innerWidth;
  paneWidth.set(clampPane(right - event.clientX));
}
