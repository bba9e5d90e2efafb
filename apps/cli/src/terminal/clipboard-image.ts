// Reads an image from the clipboard with the system's programs.
import { ParleyError } from "@parley/base";
import { execFile } from "node:child_process";
import { CLIPBOARD_MS_MAX, MEDIA_BYTES_MAX } from "../limits.ts";

interface Reader {
  readonly command: string;
  readonly args: readonly string[];
  readonly decode?: (output: Buffer) => Buffer;
}

const XCLIP = ["-selection", "clipboard", "-t", "image/png", "-o"];
const POWERSHELL = [
  "-NoProfile",
  "-STA",
  "-Command",
  "Add-Type -AssemblyName System.Windows.Forms; $i=[Windows.Forms.Clipboard]::GetImage(); " +
    "if($i){$m=New-Object IO.MemoryStream; $i.Save($m,[Drawing.Imaging.ImageFormat]::Png); [Convert]::ToBase64String($m.ToArray())}",
];
const OSASCRIPT = ["-e", "get the clipboard as «class PNGf»"];

const WINDOWS: Reader = { command: "powershell.exe", args: POWERSHELL, decode: fromBase64 };
const READERS: Readonly<Partial<Record<NodeJS.Platform, readonly Reader[]>>> = {
  darwin: [
    { command: "pngpaste", args: ["-"] },
    { command: "osascript", args: OSASCRIPT, decode: fromAppleScript },
  ],
  win32: [WINDOWS],
};
const UNIX: readonly Reader[] = [
  { command: "wl-paste", args: ["--no-newline", "--type", "image/png"] },
  { command: "xclip", args: XCLIP },
  // In WSL, the clipboard is that of Windows.
  WINDOWS,
];

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

/** Undefined if the clipboard has no image. Throws if there is no program to read it with. */
export async function readClipboardImage(
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Buffer | undefined> {
  const readers = READERS[platform] ?? UNIX;
  let hasReader = false;
  for (const reader of readers) {
    const read = await run(reader, env);
    if (read === "missing") continue;
    hasReader = true;
    if (read?.subarray(0, PNG.length).equals(PNG) === true) return read;
  }
  if (hasReader) return undefined;
  const message = `No program found that reads images from the clipboard: ${readers.map(({ command }) => command).join(", ")}`;
  throw new ParleyError({
    code: "capability_missing",
    message,
    remedy: { label: "Save the image and attach it with @" },
  });
}

function run({ command, args, decode }: Reader, env: NodeJS.ProcessEnv): Promise<Buffer | "missing" | undefined> {
  const options = { encoding: "buffer", timeout: CLIPBOARD_MS_MAX, maxBuffer: MEDIA_BYTES_MAX * 2, env } as const;
  return new Promise((resolve) => {
    execFile(command, args, options, (error, stdout) => {
      if (error === null) resolve(decode === undefined ? stdout : decode(stdout));
      else resolve("code" in error && error.code === "ENOENT" ? "missing" : undefined);
    });
  });
}

function fromBase64(output: Buffer): Buffer {
  return Buffer.from(output.toString("latin1").trim(), "base64");
}

/** `«data PNGf89504E47…»` */
function fromAppleScript(output: Buffer): Buffer {
  return Buffer.from(/PNGf([0-9A-F]+)/i.exec(output.toString("latin1"))?.[1] ?? "", "hex");
}
