// The map of a folder: its files by size and heat, the agents in it, a slider of time, the same as a table, and the history of a file.
import { revealLine } from "@parley/base";
import { ChevronLeft } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Button } from "../parts/Button.tsx";
import type { Playback } from "../recording/playback.ts";
import { TimeSlider } from "../recording/TimeSlider.tsx";
import { FileHistory } from "./FileHistory.tsx";
import { MapCanvas } from "./MapCanvas.tsx";
import type { MapPort } from "./map-port.ts";
import { MapTable } from "./MapTable.tsx";
import { findFolder, foldersTo, type SizedFile, type TreeFolder } from "./tree.ts";
import { useTree } from "./use-tree.ts";
import { WORDS } from "./words.ts";
import "./FolderMap.css";

export interface FolderMapProps {
  /** What the folder is called. */
  readonly name: string;
  readonly playback: Playback;
  /** Undefined while they are listed. */
  readonly files: readonly SizedFile[] | undefined;
  readonly isComplete: boolean;
  readonly port?: MapPort | undefined;
  /** Which sessions are shown, where that can be chosen. */
  readonly scope?: ReactNode;
}

const NO_FILES: readonly SizedFile[] = [];

export function FolderMap({ name, playback, files, isComplete, port, scope }: FolderMapProps) {
  const tree = useTree(playback.recording, files ?? NO_FILES);
  const [zoom, setZoom] = useState("");
  const [chosen, setChosen] = useState<string>();
  const [opened, setOpened] = useState<string>();
  const [isTable, setIsTable] = useState(false);
  const way = foldersTo(tree, zoom);
  const folder = findFolder(tree, zoom);
  const zoomOut = (): void => setZoom(way.at(-2)?.path ?? "");
  const table = <MapTable playback={playback} onOpen={setOpened} isHidden={!isTable} />;
  return (
    <div className="folder-map">
      <header>
        <Way name={name} way={way} onZoom={setZoom} onZoomOut={zoomOut} />
        <span className="folder-map-tools">
          {scope}
          <Button look="quiet" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
            {WORDS.table}
          </Button>
        </span>
      </header>
      {isTable ? (
        table
      ) : (
        <MapCanvas
          title={`Map of ${revealLine(name)}`}
          playback={playback}
          folder={folder}
          chosen={chosen}
          onChoose={setChosen}
          onOpen={setOpened}
          onZoom={setZoom}
          onZoomOut={zoomOut}
        >
          {table}
          {tree.count === 0 && <p className="folder-map-empty">{files === undefined ? WORDS.loading : WORDS.empty}</p>}
        </MapCanvas>
      )}
      {opened !== undefined && (
        <FileHistory path={opened} playback={playback} port={port} onClose={() => setOpened(undefined)} />
      )}
      <footer>
        <Legend />
        {!isComplete && <small>{WORDS.incomplete(files?.length ?? 0)}</small>}
      </footer>
      <TimeSlider playback={playback} />
    </div>
  );
}

interface WayProps {
  readonly name: string;
  readonly way: readonly TreeFolder[];
  readonly onZoom: (path: string) => void;
  readonly onZoomOut: () => void;
}

function Way({ name, way, onZoom, onZoomOut }: WayProps) {
  return (
    <nav className="folder-map-way" aria-label="Shown folder">
      {way.length > 1 && (
        <Button look="quiet" aria-label={WORDS.zoomOut} onClick={onZoomOut}>
          <ChevronLeft size={14} aria-hidden="true" />
        </Button>
      )}
      {way.map((folder, index) => (
        <button
          key={folder.path}
          type="button"
          aria-current={index === way.length - 1 ? "true" : undefined}
          onClick={() => onZoom(folder.path)}
        >
          {index === 0 ? revealLine(name) : revealLine(folder.name)}
        </button>
      ))}
    </nav>
  );
}

function Legend() {
  return (
    <ul className="folder-map-legend" aria-label="Colours">
      <li className="folder-map-read">{WORDS.read}</li>
      <li className="folder-map-written">{WORDS.written}</li>
      <li className="folder-map-unasked">{WORDS.unasked}</li>
    </ul>
  );
}
