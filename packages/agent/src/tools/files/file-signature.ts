// Identifies a binary file by its first bytes.

export interface FileSignature {
  /** For messages: "a PDF document". */
  readonly what: string;
  /** Set if a MIME type exists; an image type is always one that models accept. */
  readonly mimeType?: string | undefined;
}

interface Row extends FileSignature {
  readonly bytes: string;
  readonly at?: number;
}

/** Signatures are written as Latin-1. */
const ROWS: readonly Row[] = [
  { bytes: "\x89PNG\r\n\x1a\n", what: "a PNG image", mimeType: "image/png" },
  { bytes: "\xff\xd8\xff", what: "a JPEG image", mimeType: "image/jpeg" },
  { bytes: "GIF8", what: "a GIF image", mimeType: "image/gif" },
  { bytes: "WEBP", at: 8, what: "a WebP image", mimeType: "image/webp" },
  { bytes: "%PDF", what: "a PDF document", mimeType: "application/pdf" },
  {
    bytes: "PK\x03\x04",
    what: "a zip archive, or a document that is one (docx, xlsx, jar)",
    mimeType: "application/zip",
  },
  { bytes: "\x1f\x8b", what: "gzip data", mimeType: "application/gzip" },
  { bytes: "BZh", what: "bzip2 data" },
  { bytes: "\xfd7zXZ", what: "xz data" },
  { bytes: "\x28\xb5\x2f\xfd", what: "zstd data" },
  { bytes: "7z\xbc\xaf", what: "a 7z archive" },
  { bytes: "ustar", at: 257, what: "a tar archive" },
  { bytes: "\x7fELF", what: "a program or library (ELF)" },
  { bytes: "MZ", what: "a program or library (Windows)" },
  { bytes: "\xcf\xfa\xed\xfe", what: "a program or library (macOS)" },
  { bytes: "\xca\xfe\xba\xbe", what: "a Java class or a macOS program" },
  { bytes: "\0asm", what: "a WebAssembly module" },
  { bytes: "SQLite format 3", what: "an SQLite database" },
  { bytes: "\xff\xfe", what: "text in UTF-16" },
  { bytes: "\xfe\xff", what: "text in UTF-16" },
  { bytes: "OggS", what: "Ogg audio or video" },
  { bytes: "ID3", what: "MP3 audio" },
  { bytes: "ftyp", at: 4, what: "an MP4 video or a HEIC/AVIF image" },
  { bytes: "WAVE", at: 8, what: "WAV audio" },
  { bytes: "wOF2", what: "a font" },
];

export function findSignature(bytes: Uint8Array): FileSignature {
  const row = ROWS.find(({ bytes: start, at = 0 }) => {
    return Buffer.from(bytes.subarray(at, at + start.length)).toString("latin1") === start;
  });
  return row ?? { what: "binary data of an unknown kind" };
}

/** The type of an image that models accept. */
export function imageTypeOf({ mimeType }: FileSignature): string | undefined {
  return mimeType?.startsWith("image/") === true ? mimeType : undefined;
}

/** Decides by the file name, before the file is read. */
export function isImageName(path: string): boolean {
  return /\.(png|jpe?g|gif|webp)$/i.test(path);
}
