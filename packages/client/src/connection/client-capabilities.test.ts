import { describe, expect, it } from "vitest";
import { mergeCapabilities } from "./client-capabilities.ts";

describe("capabilities that are withheld", () => {
  const features = [{ name: "files", capabilities: { fs: { readTextFile: true, writeTextFile: true } } }];
  const quirk = { withholds: ["fs.readTextFile"] };

  it("is not announced, everything else is", () => {
    const { fs, ...others } = mergeCapabilities(features as never, [quirk]);
    expect(fs).toEqual({ readTextFile: false, writeTextFile: true });
    const { fs: _, ...usual } = mergeCapabilities(features as never);
    expect(others).toEqual(usual);
  });

  it("need not have been announced", () => {
    expect(mergeCapabilities([], [quirk])).toEqual(mergeCapabilities([]));
  });
});
