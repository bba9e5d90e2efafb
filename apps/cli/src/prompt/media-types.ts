// Guesses the media type of an attached file from its name.
import { extname } from "node:path";

/** These are embedded in the prompt if the agent supports that. */
const MEDIA: Readonly<Record<string, { readonly kind: "image" | "audio"; readonly mimeType: string }>> = {
  ".png": { kind: "image", mimeType: "image/png" },
  ".jpg": { kind: "image", mimeType: "image/jpeg" },
  ".jpeg": { kind: "image", mimeType: "image/jpeg" },
  ".gif": { kind: "image", mimeType: "image/gif" },
  ".webp": { kind: "image", mimeType: "image/webp" },
  ".wav": { kind: "audio", mimeType: "audio/wav" },
  ".mp3": { kind: "audio", mimeType: "audio/mpeg" },
};

/** Types that agents distinguish; for all others, no type is sent. */
const OTHERS: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".csv": "text/csv",
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".md": "text/markdown",
  ".pdf": "application/pdf",
  ".py": "text/x-python",
  ".svg": "image/svg+xml",
  ".ts": "text/typescript",
  ".txt": "text/plain",
  ".xml": "application/xml",
  ".yaml": "application/yaml",
  ".yml": "application/yaml",
};

export function mediaOf(path: string): { readonly kind: "image" | "audio"; readonly mimeType: string } | undefined {
  const extension = extname(path).toLowerCase();
  return Object.hasOwn(MEDIA, extension) ? MEDIA[extension] : undefined;
}

export function mimeTypeOf(path: string): string | undefined {
  const extension = extname(path).toLowerCase();
  return mediaOf(path)?.mimeType ?? (Object.hasOwn(OTHERS, extension) ? OTHERS[extension] : undefined);
}
