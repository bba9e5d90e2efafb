// The map itself: tiles and agents on canvases, with pointer and keyboard.
import { revealLine } from "@parley/base";
import { useEffect, useId, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from "react";
import type { Playback } from "../recording/playback.ts";
import { describeFile } from "./describe-file.ts";
import { neighbour, type FileTile, type FolderTile } from "./layout.ts";
import { directionOf, isZoomInKey, isZoomOutKey } from "./keys.ts";
import type { TreeFolder } from "./tree.ts";
import { useMapSurface } from "./use-map-surface.ts";
import "./MapCanvas.css";

export interface MapCanvasProps {
  readonly title: string;
  readonly playback: Playback;
  readonly folder: TreeFolder;
  readonly chosen: string | undefined;
  readonly onChoose: (path: string | undefined) => void;
  /** Opens the history of a file. */
  readonly onOpen: (path: string) => void;
  readonly onZoom: (folder: string) => void;
  readonly onZoomOut: () => void;
  /** The text form. */
  readonly children?: ReactNode;
}

export function MapCanvas(props: MapCanvasProps) {
  const { title, playback, folder, chosen, onChoose, onOpen, onZoom, onZoomOut, children } = props;
  const { box, tiles, marks, surface, wake } = useMapSurface(playback, folder);
  const [hovered, setHovered] = useState<FileTile | FolderTile>();
  const [isLow, setIsLow] = useState(false);
  const hint = useId();

  useEffect(() => {
    surface?.choose(chosen);
    surface?.hover(hovered !== undefined && "file" in hovered ? hovered.file.path : undefined);
    wake();
  });

  const tileOf = (event: PointerEvent): FileTile | FolderTile | undefined => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return surface?.at(event.clientX - left, event.clientY - top);
  };
  const open = (tile: FileTile | FolderTile | undefined): void => {
    if (tile === undefined) return;
    if ("folder" in tile) return onZoom(tile.folder.path);
    onChoose(tile.file.path);
    onOpen(tile.file.path);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (surface === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const current = surface.tile(chosen);
    const direction = directionOf(event.key);
    if (direction !== undefined) {
      const next = current === undefined ? surface.layout.files[0] : neighbour(surface.layout, current, direction);
      if (next !== undefined) onChoose(next.file.path);
    } else if (event.key === "Enter") open(current);
    else if (isZoomInKey(event.key)) onZoom(below(folder, chosen));
    else if (isZoomOutKey(event.key)) onZoomOut();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const said = surface?.tile(chosen);
  return (
    <div
      className="map-canvas"
      ref={box}
      role="application"
      aria-label={title}
      aria-describedby={hint}
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <canvas className="map-canvas-tiles" ref={tiles} aria-hidden="true" />
      <canvas
        className="map-canvas-marks"
        ref={marks}
        aria-hidden="true"
        onPointerMove={(event) => {
          const { top, height } = event.currentTarget.getBoundingClientRect();
          setIsLow(event.clientY - top > height / 2);
          setHovered(tileOf(event));
        }}
        onPointerLeave={() => setHovered(undefined)}
        onClick={(event) => open(tileOf(event as unknown as PointerEvent))}
      />
      {hovered !== undefined && <Hint tile={hovered} playback={playback} isAbove={isLow} />}
      <p className="map-canvas-spoken" id={hint}>
        Arrow keys choose a file, Enter shows its history, plus and minus zoom. A table of the touched files follows.
      </p>
      <p className="map-canvas-spoken" aria-live="polite">
        {said !== undefined && describeFile(said.file, playback).join(", ")}
      </p>
      {children}
    </div>
  );
}

interface HintProps {
  readonly tile: FileTile | FolderTile;
  readonly playback: Playback;
  /** Away from the pointer. */
  readonly isAbove: boolean;
}

function Hint({ tile, playback, isAbove }: HintProps) {
  const lines =
    "file" in tile
      ? describeFile(tile.file, playback)
      : [revealLine(tile.folder.path), `${tile.folder.count.toLocaleString("en")} files`, "Click to zoom in"];
  return (
    <div className="map-canvas-hint" data-above={isAbove} aria-hidden="true">
      <b>{lines[0]}</b>
      {lines.slice(1).map((line) => (
        <span key={line}>{line}</span>
      ))}
    </div>
  );
}

/** The next folder on the way to a file. */
function below(folder: TreeFolder, path = ""): string {
  return folder.folders.find((one) => path.startsWith(`${one.path}/`))?.path ?? folder.path;
}
