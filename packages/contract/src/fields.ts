// Kinds of fields that several resources share.
import { z, type ZodType } from "zod";

declare const typeOfReply: unique symbol;

/** A part of a reply whose type is declared elsewhere; `Reply` substitutes that type. */
export interface Declared<Type> {
  readonly [typeOfReply]: Type;
}

/** The schema documents the part; the type is what a handler has to return. */
export function declared<Type>(schema: ZodType): ZodType<Declared<Type>> {
  return schema as unknown as ZodType<Declared<Type>>;
}

/** `true` or `false`: text in a URL, a boolean in a message. */
export const flag: ZodType<"true" | "false", boolean | "true" | "false"> = z.preprocess(
  (value) => (typeof value === "boolean" ? String(value) : value),
  z.enum(["true", "false"]),
);

/** An integer, which is text in a URL. */
export function count(min: number, max?: number): ZodType<number, number> {
  const number = z.coerce.number<number>().int().min(min);
  return z.preprocess((value) => (isBlank(value) ? Number.NaN : value), max === undefined ? number : number.max(max));
}

/** As a number, it would be 0. */
function isBlank(value: unknown): boolean {
  return typeof value === "string" && value.trim() === "";
}

export const cursor = z.string().min(1).optional().describe("`next_cursor` of the previous page.");
