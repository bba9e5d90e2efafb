// Kinds of fields that several resources have.
import { z, type ZodType } from "zod";

declare const typeOfReply: unique symbol;

/** A part of a reply whose type is declared elsewhere; `Reply` puts that type in its place. */
export interface Declared<Type> {
  readonly [typeOfReply]: Type;
}

/** The schema documents the part, the type is what a handler has to give. */
export function declared<Type>(schema: ZodType): ZodType<Declared<Type>> {
  return schema as unknown as ZodType<Declared<Type>>;
}

/** `true` or `false`, which a URL has as text and a message as a boolean. */
export const flag: ZodType<"true" | "false", boolean | "true" | "false"> = z.preprocess(
  (value) => (typeof value === "boolean" ? String(value) : value),
  z.enum(["true", "false"]),
);

/** A whole number, which a URL has as text. */
export function count(min: number, max?: number): ZodType<number, number> {
  const number = z.coerce.number<number>().int().min(min);
  return max === undefined ? number : number.max(max);
}

export const cursor = z.string().min(1).optional().describe("`next_cursor` of the previous page.");
