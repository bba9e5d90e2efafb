// Archives made by hand, byte by byte, so that they can be as wrong as a test needs them.
import { execFileSync, spawnSync } from "node:child_process";
import { crc32, gzipSync } from "node:zlib";

export interface TarEntry {
  readonly name: string;
  /** `0` file, `1` hard link, `2` symbolic link, `3` character device, `5` folder, `6` pipe, … */
  readonly type?: string;
  readonly content?: string | Uint8Array;
  readonly link?: string;
  readonly mode?: number;
  /** Instead of the length of the content. */
  readonly size?: number;
}

const BLOCK = 512;

export function makeTar(entries: readonly TarEntry[]): Buffer {
  return Buffer.concat([...entries.flatMap(toBlocks), Buffer.alloc(2 * BLOCK)]);
}

export function makeTarGz(entries: readonly TarEntry[]): Buffer {
  return gzipSync(makeTar(entries));
}

/** What compresses it, which Node cannot. */
const BZIP2 = "bzip2";
export const hasBzip2: boolean = spawnSync(BZIP2, ["--help"]).error === undefined;

export function makeTarBz2(entries: readonly TarEntry[]): Buffer {
  return execFileSync(BZIP2, ["-c"], { input: makeTar(entries) });
}

/** A header that gives the next entry a name which the plain one has no room or no permission for. */
export function makePax(fields: Readonly<Record<string, string>>): TarEntry {
  const content = Object.entries(fields).map(([name, value]) => {
    const rest = ` ${name}=${value}\n`;
    const length = Buffer.byteLength(rest);
    const total = length + String(length + String(length).length).length;
    return `${total}${rest}`;
  });
  return { name: "PaxHeader", type: "x", content: content.join("") };
}

function toBlocks({ name, type = "0", content = "", link = "", mode = 0o644, size }: TarEntry): Buffer[] {
  const body = Buffer.from(content);
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0, 100);
  header.write(`${mode.toString(8).padStart(7, "0")}\0`, 100);
  header.write("0000000\0", 108);
  header.write("0000000\0", 116);
  header.write(`${(size ?? body.length).toString(8).padStart(11, "0")}\0`, 124);
  header.write("00000000000\0", 136);
  header.write("        ", 148);
  header.write(type, 156);
  header.write(link, 157, 100);
  header.write("ustar\0", 257, "latin1");
  header.write("00", 263);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return [header, body, Buffer.alloc((BLOCK - (body.length % BLOCK)) % BLOCK)];
}

export interface ZipEntry {
  readonly name: string;
  readonly content?: string | Uint8Array;
  /** With the type: `0o100755`, `0o120777`. */
  readonly mode?: number;
  /** The system it was made on: 3 is Unix, 0 is Windows. */
  readonly madeBy?: number;
  /** Instead of the length of the content. */
  readonly size?: number;
  readonly flags?: number;
}

export function makeZip(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const body = Buffer.from(entry.content ?? "");
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(entry.flags ?? 0x0800, 2);
    fields.writeUInt32LE(crc32(body), 10);
    fields.writeUInt32LE(body.length, 14);
    fields.writeUInt32LE(entry.size ?? body.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), fields, name, body]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    const madeBy = Buffer.from([20, entry.madeBy ?? 3]);
    directory.push(Buffer.concat([Buffer.from("PK\u0001\u0002"), madeBy, fields, rest, name]));
    locals.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, central, Buffer.from("PK\u0005\u0006"), end]);
}
