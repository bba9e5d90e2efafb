import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldCase } from "./fold-case.ts";

describe("folded text", () => {
  it.each([
    ["README", "readme"],
    ["ÉCOLE", "école"],
    ["ΟΔΥΣΣΕΥΣ ΣΑΣ", "Οδυσσεύς σας".replace("ύ", "υ")],
    ["ΣΟΦΌΣ", "σοφός"],
    ["ſtraße", "STRAßE"],
    ["ПРИВЕТ", "привет"],
    ["\u212A", "k"],
    ["𐐀", "𐐨"],
  ])("is the same for %s and %s", (one, other) => {
    expect(foldCase(one)).toBe(foldCase(other));
  });

  it.each([
    ["ı", "i"],
    ["İ", "i"],
    ["é", "e"],
  ])("differs for %s and %s", (one, other) => {
    expect(foldCase(one)).not.toBe(foldCase(other));
  });

  it("keeps letters whose small form is longer, and folds those around them", () => {
    expect(foldCase("AİB")).toBe("aİb");
  });

  it("is as long as the text, letter by letter", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(foldCase(text)).toHaveLength(text.length);
        expect(foldCase(foldCase(text))).toBe(foldCase(text));
      }),
    );
  });
});
