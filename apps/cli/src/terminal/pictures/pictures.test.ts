import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { decodePng } from "./decode-png.ts";
import { detectPictures } from "./detect-pictures.ts";
import { encodePicture } from "./encode-picture.ts";

const CELL = { width: 10, height: 20 };

/** A picture of one row per list of bytes; `filters` says how each row is stored. */
function png(
  kind: number,
  width: number,
  rows: readonly (readonly number[])[],
  extra: Buffer = Buffer.alloc(0),
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(rows.length, 4);
  header.set([8, kind, 0, 0, 0], 8);
  const body = deflateSync(Buffer.from(rows.flat()));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    extra,
    chunk("IDAT", body),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([length, Buffer.from(type, "latin1"), content, Buffer.alloc(4)]);
}

describe("decoding a picture", () => {
  it.each([
    ["colours", png(2, 2, [[0, 255, 0, 0, 0, 255, 0]]), [255, 0, 0, 255, 0, 255, 0, 255]],
    ["colours with opacity", png(6, 1, [[0, 1, 2, 3, 4]]), [1, 2, 3, 4]],
    ["grey", png(0, 2, [[0, 7, 9]]), [7, 7, 7, 255, 9, 9, 9, 255]],
    ["grey with opacity", png(4, 1, [[0, 7, 9]]), [7, 7, 7, 9]],
    ["a palette", png(3, 2, [[0, 1, 0]], chunk("PLTE", Buffer.from([1, 2, 3, 4, 5, 6]))), [4, 5, 6, 255, 1, 2, 3, 255]],
    ["the difference to the left", png(0, 3, [[1, 5, 1, 1]]), [5, 5, 5, 255, 6, 6, 6, 255, 7, 7, 7, 255]],
    [
      "the difference to above",
      png(0, 1, [
        [0, 5],
        [2, 3],
      ]),
      [5, 5, 5, 255, 8, 8, 8, 255],
    ],
    [
      "the difference to a prediction",
      png(0, 1, [
        [0, 5],
        [4, 3],
      ]),
      [5, 5, 5, 255, 8, 8, 8, 255],
    ],
  ])("reads %s", (_, data, rgba) => {
    expect([...(decodePng(data)?.rgba ?? [])]).toEqual(rgba);
  });

  it.each([
    ["text", Buffer.from("not a picture at all, but long enough for a header")],
    ["a broken stream", png(2, 2, [[0, 255, 0, 0, 0, 255, 0]]).fill(0, 41)],
    ["a size that its data does not have", png(2, 900, [[0, 1, 2, 3]])],
  ])("leaves %s alone", (_, data) => {
    expect(decodePng(data)).toBeUndefined();
  });
});

describe("drawing a picture", () => {
  const square = png(
    2,
    40,
    Array.from({ length: 40 }, () => [0, ...Array.from({ length: 120 }, () => 255)]),
  );
  const base64 = square.toString("base64");

  it("is one sequence, in as many rows as it is high", () => {
    expect(encodePicture(base64, { way: "kitty", cell: CELL }, 80)).toEqual({
      rows: 2,
      sequence: `\u001b_Gf=100,a=T,C=1,q=2,r=2,m=0;${base64}\u001b\\`,
    });
    expect(encodePicture(base64, { way: "iterm2", cell: CELL }, 80)?.sequence).toBe(
      `\u001b]1337;File=size=${square.length};height=2;preserveAspectRatio=1;inline=1:${base64}\u0007`,
    );
    const sixel = encodePicture(base64, { way: "sixel", cell: CELL }, 80);
    expect(sixel?.rows).toBe(2);
    // White, six rows at a time, and a rest of four rows.
    expect(sixel?.sequence).toBe(`\u001bPq"1;1;40;40#215;2;100;100;100${"#215!40~-".repeat(6)}#215!40N\u001b\\`);
  });

  it("becomes smaller where there is less room", () => {
    const wide = encodePicture(base64, { way: "sixel", cell: CELL }, 2);
    expect(wide?.sequence).toContain('"1;1;20;20');
    expect(wide?.rows).toBe(1);
  });

  it.each([
    ["what is not base64", "\u001b]0;evil\u0007"],
    ["what is not a picture", Buffer.from("a long text that is not a picture").toString("base64")],
  ])("is not tried with %s", (_, data) => {
    expect(encodePicture(data, { way: "kitty", cell: CELL }, 80)).toBeUndefined();
    expect(encodePicture(data, { way: "sixel", cell: CELL }, 80)).toBeUndefined();
  });
});

describe("the way", () => {
  it.each([
    [{ TERM: "xterm-kitty" }, "kitty"],
    [{ TERM_PROGRAM: "iTerm.app" }, "iterm2"],
    [{ TERM: "xterm-256color" }, "ask"],
    [{ TERM: "xterm-kitty", TMUX: "1" }, "ask"],
  ])("of %j is %s", (env, way) => {
    expect(detectPictures("auto", env)).toBe(way);
  });

  it("is what the setting says", () => {
    expect(detectPictures("off", { TERM: "xterm-kitty" })).toBeUndefined();
    expect(detectPictures("sixel", {})).toBe("sixel");
  });
});
