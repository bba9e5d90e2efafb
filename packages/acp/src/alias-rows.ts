// The rows of the alias table: one interface for each way in which another system's message can differ.
import type * as absent from "./reshape/absent.ts";
import type { answers, asked } from "./reshape/answers.ts";
import type * as forms from "./reshape/forms.ts";
import type * as objects from "./reshape/objects.ts";
import type * as variants from "./reshape/variants.ts";

// Who sends it.
export const EISEN = "Eisen";
export const CLIENT_SPEC = "vscode-acp client spec";
export const SUPERSET = "superset server";
export const GGCODE = "ggcode";

interface Sent {
  readonly by: typeof EISEN | typeof CLIENT_SPEC | typeof SUPERSET | typeof GGCODE;
}

interface Row extends Sent {
  /** The def, or `Def.field`, of the schema. */
  readonly at: string;
}

/** A field under another name; a dot in `from` reaches into an object. */
export interface FieldAlias extends Row {
  readonly kind: "field";
  readonly from: string;
  /** The other field stays as it was. Without this it is renamed. */
  readonly keep?: true;
  /** Only where the other field is a list. */
  readonly when?: "array";
}

/** A required field that may be absent: the value that it then has, or the function that derives it from the other fields. */
export interface AbsentAlias extends Row {
  readonly kind: "absent";
  readonly value: string | boolean | readonly [] | { readonly from: keyof typeof absent };
}

/** Another value of a string enum. A value that stays unchanged only needs an enum that is decoded as open. */
interface WordAlias extends Row {
  readonly kind: "word";
  readonly from: string;
  readonly to: string;
}

/**
 * Another value of a union's tag; with `having`, only next to that field. The first matching row counts. With `reshape`
 * the variant has another form as well.
 */
interface TagAlias extends Row {
  readonly kind: "tag";
  readonly from: string;
  readonly to: string;
  readonly having?: string;
  readonly reshape?: keyof typeof variants;
}

/** A field with a value of another form: when its JSON type is `when`, `reshape` converts it. */
export interface FormAlias extends Row {
  readonly kind: "form";
  readonly when: "string" | "object" | "array";
  readonly reshape: keyof typeof forms;
}

/**
 * A whole object of another form: if it does not decode, `reshape` changes it and it is decoded again. `at` may be
 * `Union.variant`. A variant that decodes even in the other form needs `having`: then that field decides.
 */
interface ObjectAlias extends Row {
  readonly kind: "object";
  readonly reshape: keyof typeof objects;
  readonly having?: string;
}

/** A value that turns the object around it into another variant, if decoding changed the value. */
export interface OwnerAlias extends Row {
  readonly kind: "owner";
  readonly reshape: keyof typeof objects;
}

/** A method under another name. */
export interface MethodAlias extends Sent {
  readonly kind: "method";
  readonly from: string;
  readonly to: string;
}

/** A message without `sessionId` is for the only session of its connection. */
export interface SessionAlias extends Sent {
  readonly kind: "session";
  readonly method: string;
}

/** A request in another form is answered in that form. */
export interface AnswerAlias extends Sent {
  readonly kind: "answer";
  readonly method: string;
  /** How the request is recognised. */
  readonly asked: keyof typeof asked;
  readonly reshape: keyof typeof answers;
}

export type WovenAlias = FieldAlias | AbsentAlias | WordAlias | TagAlias | FormAlias | ObjectAlias | OwnerAlias;
