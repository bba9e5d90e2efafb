// A folder that is held open: operations through it affect this folder, even if its path leads elsewhere by then.
import type { Stats } from "node:fs";
import type { FileHandle } from "node:fs/promises";

export interface Folder extends AsyncDisposable {
  /** Its absolute path, without links. */
  readonly real: string;
  /** The path of an entry for the system. A link at that name is still followed unless the caller forbids it. */
  at(name: string): string;
  /** Throws `file_denied` when the folder is no longer where it was opened. */
  verify(): Promise<void>;
}

export interface OpenFile {
  readonly handle: FileHandle;
  readonly stats: Stats;
}

/** The two ways to hold a folder. Each implementation documents what it guarantees. */
export interface Folders {
  /** Refuses a path that contains links, or gets them in the meantime. */
  open(real: string): Promise<Folder>;
  openIn(folder: Folder, name: string): Promise<Folder>;
  /** For reading; regular files only, no links. Anything else is neither opened nor waited for. */
  openFile(folder: Folder, name: string): Promise<OpenFile>;
}
