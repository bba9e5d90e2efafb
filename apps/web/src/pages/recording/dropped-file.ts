// A recording that was dropped anywhere on the page, until the page that shows recordings takes it.

const NAMES = /\.(?:ndjson|jsonl|jsons)$/i;

class DroppedFile {
  readonly #listeners = new Set<() => void>();
  #file: File | undefined;

  get file(): File | undefined {
    return this.#file;
  }

  set(file: File | undefined): void {
    this.#file = file;
    for (const listener of this.#listeners) listener();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

export const droppedFile = new DroppedFile();

/** What a part of the page takes itself, such as an attachment, stays with it. */
export function listenForDrops(target: Document, show: () => void): void {
  target.addEventListener("dragover", (event) => {
    // Otherwise the browser would leave the page and show the file.
    if (event.dataTransfer?.types.includes("Files") === true) event.preventDefault();
  });
  target.addEventListener("drop", (event) => {
    const [file] = event.dataTransfer?.files ?? [];
    if (event.defaultPrevented || file === undefined) return;
    event.preventDefault();
    if (!NAMES.test(file.name)) return;
    droppedFile.set(file);
    show();
  });
}
