// Sizes as people read them.

const KIB = 1024;
const MIB = 1024 * KIB;

/** 512 bytes, 1.5 KiB, 2.0 MiB. */
export function formatBytes(bytes: number): string {
  if (bytes < KIB) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  return bytes < MIB ? `${(bytes / KIB).toFixed(1)} KiB` : `${(bytes / MIB).toFixed(1)} MiB`;
}
