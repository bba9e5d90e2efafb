// A folder that is held: what is done through it happens in that very folder, wherever its path leads by then.
import type { Stats } from "node:fs";
import type { FileHandle } from "node:fs/promises";

export interface Folder extends AsyncDisposable {
  /** Its absolute path, without links. */
  readonly real: string;
  /** What to give the system as the path of an entry. A link in that place is still followed by whoever does not forbid it. */
  at(name: string): string;
  /** Throws `file_denied` when the folder is no longer where it was opened. */
  verify(): Promise<void>;
}

export interface OpenFile {
  readonly handle: FileHandle;
  readonly stats: Stats;
}

/** The two ways to hold a folder. What each one guarantees is said in its file. */
export interface Folders {
  /** Refuses a path that has links in it, or gets them meanwhile. */
  open(real: string): Promise<Folder>;
  openIn(folder: Folder, name: string): Promise<Folder>;
  /** For reading; regular files only, no links. Whatever else is there is neither opened nor waited for. */
  openFile(folder: Folder, name: string): Promise<OpenFile>;
}
