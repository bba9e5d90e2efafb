// Small, valid pieces of content of every type.
import type { ShownContent } from "../language/step.ts";
import type { Block } from "./wire.ts";

/** A red pixel. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
/** Eight silent samples, mono, 8 bits. */
const WAV = "UklGRiwAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQgAAACAgICAgICAgA==";

export const samples: Readonly<Record<ShownContent, Block>> = {
  image: { type: "image", mimeType: "image/png", data: PNG, uri: "script:///pixel.png" },
  audio: { type: "audio", mimeType: "audio/wav", data: WAV },
  link: {
    type: "resource_link",
    uri: "script:///notes.md",
    name: "notes.md",
    title: "Notes",
    description: "A link to nothing",
    mimeType: "text/markdown",
    size: 12,
    annotations: { audience: ["user"], priority: 0.5, lastModified: "2026-01-01T00:00:00Z" },
  },
  resource: {
    type: "resource",
    resource: { uri: "script:///notes.md", mimeType: "text/markdown", text: "# Notes\n\nNothing yet.\n" },
  },
  blob: {
    type: "resource",
    resource: { uri: "script:///pixel.png", mimeType: "image/png", blob: PNG },
  },
};
