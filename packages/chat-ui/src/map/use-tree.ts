// The tree that a map draws: the files of the folder, and touched files that the list does not have.
import { useEffect, useMemo, useState } from "react";
import type { Recording } from "../recording/recording.ts";
import { createTree, UNKNOWN_BYTES, type SizedFile, type TreeFolder } from "./tree.ts";

/** Tiles do not move more often than this because of a new file. */
const GROW_MS = 1_000;

export function useTree(recording: Recording, files: readonly SizedFile[]): TreeFolder {
  useEffect(() => recording.know(files.map(({ path }) => path)), [recording, files]);
  const paths = usePathCount(recording);
  return useMemo(() => {
    const known = new Set(files.map(({ path }) => path));
    const others = recording.paths.slice(0, paths).filter((path) => !known.has(path));
    return createTree([...files, ...others.map((path) => ({ path, bytes: UNKNOWN_BYTES }))]);
  }, [recording, files, paths]);
}

function usePathCount(recording: Recording): number {
  const [count, setCount] = useState(recording.paths.length);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = (): void => {
      timer = undefined;
      setCount(recording.paths.length);
    };
    refresh();
    const stop = recording.subscribe(() => (timer ??= setTimeout(refresh, GROW_MS)));
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [recording]);
  return count;
}
