// The programs of other systems are played by scripts that write down how they are called.
import { createTempFolder } from "@parley/test-support";
import { chmod, readFile, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { readClipboardImage } from "./clipboard-image.ts";

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
const APPLE_SCRIPT = `«data PNGf${PNG.toString("hex").toUpperCase()}»\n`;

interface Clipboard extends AsyncDisposable {
  /** Reads with these programs on PATH, and no others. */
  read(platform: NodeJS.Platform): Promise<Buffer | undefined>;
  /** Each call, the program first. */
  calls(): Promise<readonly string[][]>;
}

/** By program: what it writes, or undefined if it fails. */
async function openClipboard(programs: Readonly<Record<string, Buffer | undefined>>): Promise<Clipboard> {
  const folder = await createTempFolder();
  const log = folder.file("calls");
  await writeFile(log, "");
  for (const [name, output] of Object.entries(programs)) {
    await writeFile(folder.file(`${name}.out`), output ?? "");
    const noted = `for arg in "${name}" "$@"; do printf '%s\\037' "$arg"; done >> "${log}"; printf '\\036' >> "${log}"`;
    const answer =
      output === undefined ? "echo nothing there >&2; exit 1" : `exec /bin/cat "${folder.file(`${name}.out`)}"`;
    await writeFile(folder.file(name), `#!/bin/sh\n${noted}\n${answer}\n`);
    await chmod(folder.file(name), 0o755);
  }
  return {
    read: (platform) => readClipboardImage(platform, { PATH: folder.path }),
    calls: async () => {
      const text = await readFile(log, "utf8");
      return text
        .split("\u001e")
        .slice(0, -1)
        .map((call) => call.split("\u001f").slice(0, -1));
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

describe("an image on the clipboard", () => {
  it("is read with wl-paste on Wayland", async () => {
    await using clipboard = await openClipboard({ "wl-paste": PNG, xclip: undefined });
    expect(await clipboard.read("linux")).toEqual(PNG);
    expect(await clipboard.calls()).toEqual([["wl-paste", "--no-newline", "--type", "image/png"]]);
  });

  it("is read with xclip where wl-paste has none", async () => {
    await using clipboard = await openClipboard({ "wl-paste": undefined, xclip: PNG });
    expect(await clipboard.read("linux")).toEqual(PNG);
    expect((await clipboard.calls()).at(-1)).toEqual(["xclip", "-selection", "clipboard", "-t", "image/png", "-o"]);
  });

  it("is read with pngpaste on macOS", async () => {
    await using clipboard = await openClipboard({ pngpaste: PNG, osascript: undefined });
    expect(await clipboard.read("darwin")).toEqual(PNG);
    expect(await clipboard.calls()).toEqual([["pngpaste", "-"]]);
  });

  it("is read with osascript on macOS without pngpaste", async () => {
    await using clipboard = await openClipboard({ osascript: Buffer.from(APPLE_SCRIPT) });
    expect(await clipboard.read("darwin")).toEqual(PNG);
    expect(await clipboard.calls()).toEqual([["osascript", "-e", "get the clipboard as «class PNGf»"]]);
  });

  it.each(["win32", "linux"] as const)("is read with PowerShell on %s", async (platform) => {
    const output = Buffer.from(`${PNG.toString("base64")}\r\n`);
    await using clipboard = await openClipboard({ "powershell.exe": output });
    expect(await clipboard.read(platform)).toEqual(PNG);
    const [call = []] = await clipboard.calls();
    expect(call.slice(0, 4)).toEqual(["powershell.exe", "-NoProfile", "-STA", "-Command"]);
    expect(call).toHaveLength(5);
    expect(call[4]).toContain("Clipboard]::GetImage()");
  });
});

it("is undefined if there is text, or nothing", async () => {
  await using clipboard = await openClipboard({ "wl-paste": Buffer.from("text"), xclip: undefined });
  expect(await clipboard.read("linux")).toBeUndefined();
  await using apple = await openClipboard({ pngpaste: undefined, osascript: Buffer.from("no picture\n") });
  expect(await apple.read("darwin")).toBeUndefined();
  await using windows = await openClipboard({ "powershell.exe": Buffer.from("\r\n") });
  expect(await windows.read("win32")).toBeUndefined();
});

it.each([
  ["linux", "wl-paste, xclip, powershell.exe"],
  ["darwin", "pngpaste, osascript"],
  ["win32", "powershell.exe"],
] as const)("names the programs that are missing on %s", async (platform, names) => {
  await using clipboard = await openClipboard({});
  await expect(clipboard.read(platform)).rejects.toThrow(`reads images from the clipboard: ${names}`);
});
