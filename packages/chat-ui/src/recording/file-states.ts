// What has become of each file until some moment: when it was last read and written, how often, and by which agent.

export const READ = 0;
export const WRITE = 1;
/** A write that no permission covered. */
export const UNASKED = 2;
export type TouchKind = typeof READ | typeof WRITE | typeof UNASKED;

const NEVER = -1;
const INITIAL = 256;

/** In columns: there are tens of thousands of files, and a fold over all touches runs within a frame. */
export class FileStates {
  lastRead = new Float64Array(INITIAL).fill(NEVER);
  lastWrite = new Float64Array(INITIAL).fill(NEVER);
  lastUnasked = new Float64Array(INITIAL).fill(NEVER);
  reads = new Uint32Array(INITIAL);
  writes = new Uint32Array(INITIAL);
  lastActor = new Uint16Array(INITIAL);
  /** Files that were touched, in the order of their first touch. */
  readonly touched: number[] = [];

  apply(file: number, kind: TouchKind, atMs: number, actor: number): void {
    if (file >= this.lastRead.length) this.#grow(file);
    if (this.isUntouched(file)) this.touched.push(file);
    this.lastActor[file] = actor;
    if (kind === READ) {
      this.lastRead[file] = atMs;
      this.reads[file] = (this.reads[file] ?? 0) + 1;
      return;
    }
    if (kind === UNASKED) this.lastUnasked[file] = atMs;
    // The same write is often known before it is known that it was not approved.
    if (kind === WRITE || (this.lastWrite[file] ?? NEVER) === NEVER) this.writes[file] = (this.writes[file] ?? 0) + 1;
    this.lastWrite[file] = Math.max(atMs, this.lastWrite[file] ?? NEVER);
  }

  isUntouched(file: number): boolean {
    return (this.lastRead[file] ?? NEVER) === NEVER && (this.lastWrite[file] ?? NEVER) === NEVER;
  }

  isUnasked(file: number): boolean {
    return (this.lastUnasked[file] ?? NEVER) !== NEVER;
  }

  /** Undefined if it was never touched. */
  lastAt(file: number): number | undefined {
    const at = Math.max(this.lastRead[file] ?? NEVER, this.lastWrite[file] ?? NEVER);
    return at === NEVER ? undefined : at;
  }

  copyFrom(other: FileStates): void {
    if (other.lastRead.length > this.lastRead.length) this.#grow(other.lastRead.length - 1);
    const { length } = other.lastRead;
    this.lastRead.fill(NEVER, length).set(other.lastRead);
    this.lastWrite.fill(NEVER, length).set(other.lastWrite);
    this.lastUnasked.fill(NEVER, length).set(other.lastUnasked);
    this.reads.fill(0, length).set(other.reads);
    this.writes.fill(0, length).set(other.writes);
    this.lastActor.fill(0, length).set(other.lastActor);
    this.touched.length = 0;
    for (const file of other.touched) this.touched.push(file);
  }

  #grow(file: number): void {
    let length = this.lastRead.length;
    while (length <= file) length *= 2;
    this.lastRead = grown(this.lastRead, new Float64Array(length).fill(NEVER));
    this.lastWrite = grown(this.lastWrite, new Float64Array(length).fill(NEVER));
    this.lastUnasked = grown(this.lastUnasked, new Float64Array(length).fill(NEVER));
    this.reads = grown(this.reads, new Uint32Array(length));
    this.writes = grown(this.writes, new Uint32Array(length));
    this.lastActor = grown(this.lastActor, new Uint16Array(length));
  }
}

function grown<Column extends Float64Array | Uint32Array | Uint16Array>(from: Column, to: Column): Column {
  to.set(from);
  return to;
}
