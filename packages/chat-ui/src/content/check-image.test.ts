import { expect, it } from "vitest";
import { IMAGE_CHARS_MAX } from "../limits.ts";
import { checkImage } from "./check-image.ts";

const PNG_START = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52];
const uint32 = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
const toBase64 = (bytes: readonly number[]) => Buffer.from(bytes).toString("base64");
const png = (width: number, height: number) => toBase64([...PNG_START, ...uint32(width), ...uint32(height), 8, 6]);

it("takes the type from the bytes, not from what the agent says", () => {
  const data = png(2, 3);
  expect(checkImage(data)).toEqual({ url: `data:image/png;base64,${data}`, width: 2, height: 3 });
  const gif = toBase64([...Buffer.from("GIF89a"), 4, 0, 5, 0, 0, 0, 0]);
  expect(checkImage(gif)).toMatchObject({ width: 4, height: 5 });
});

it("finds the size of a photo behind its other segments", () => {
  const data = toBase64([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xc0, 0, 17, 8, 0, 7, 0, 9, 3, 0, 0, 0, 0]);
  expect(checkImage(data)).toMatchObject({ width: 9, height: 7 });
});

it.each([
  ["a script", Buffer.from("<script>alert(1)</script> and more").toString("base64")],
  ["a drawing with scripts", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' onload='x'/>").toString("base64")],
  ["nothing", ""],
  ["what is not base64", 'x" onerror="alert(1)'],
  ["half an image", toBase64(PNG_START.slice(0, 10))],
])("refuses %s", (_, data) => {
  expect(checkImage(data)).toHaveProperty("problem");
});

it("refuses an image that would take the browser's memory", () => {
  expect(checkImage(png(60_000, 60_000))).toEqual({ problem: "The image is too large to show: 60000 × 60000 pixels" });
  expect(checkImage("A".repeat(IMAGE_CHARS_MAX + 4))).toHaveProperty("problem");
});
