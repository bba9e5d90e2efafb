// The types of all operations: the caller's params, the handler's params, the reply.
import type { z, ZodType } from "zod";
import type { Declared } from "./fields.ts";
import type { operations } from "./table.ts";

type Table = typeof operations;

export type OperationName = keyof Table;

/** Operations whose reply is a stream or a file. */
export type HttpOnlyName = {
  [Name in OperationName]: Table[Name] extends { readonly isHttpOnly: true } ? Name : never;
}[OperationName];

/** Operations available over both HTTP and ACP. */
export type SharedName = Exclude<OperationName, HttpOnlyName>;

/** The caller's params: path parameters, query and body in one object. */
export type Params<Name extends OperationName> = Flat<
  PathParams<Table[Name]["path"]> & Frozen<Named<Input<Table[Name], "query">> & Named<Input<Table[Name], "body">>>
>;

/** The same after validation, with defaults. */
export type CheckedParams<Name extends OperationName> = Flat<
  PathParams<Table[Name]["path"]> & Named<Output<Table[Name], "query">> & Named<Output<Table[Name], "body">>
>;

/** Exactly these fields, although readers should ignore further ones. */
export type Reply<Name extends OperationName> = Table[Name]["reply"] extends {
  readonly schema: infer Schema extends ZodType;
}
  ? Shown<z.output<Schema>>
  : EmptyReply;

export type EmptyReply = Readonly<Record<string, never>>;

/** By name: `Operations["sessions/list"]["reply"]`. */
export type Operations = {
  readonly [Name in SharedName]: { readonly params: Params<Name>; readonly reply: Reply<Name> };
};

/** The output type of a schema, for named parts of replies. */
export type ShownBy<Schema extends ZodType> = Shown<z.output<Schema>>;

type Input<Operation, Place extends string> = Operation extends { readonly [P in Place]: infer Schema extends ZodType }
  ? z.input<Schema>
  : unknown;
type Output<Operation, Place extends string> = Operation extends { readonly [P in Place]: infer Schema extends ZodType }
  ? z.output<Schema>
  : unknown;

/** `{ id: string }` of `/sessions/{id}`. */
type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [N in Name]: string } & PathParams<Rest>
  : unknown;

type Flat<Type> = { [Key in keyof Type]: Type[Key] };

/** Without `[field: string]: unknown`, so that a misspelled field is an error, unless it has no other fields. */
type Named<Type> = string extends keyof Type ? ([NamedKey<Type>] extends [never] ? Type : NamedOnly<Type>) : Type;
type NamedOnly<Type> = { [Key in keyof Type as Key extends NamedKey<Type> ? Key : never]: Type[Key] };
type NamedKey<Type> = keyof {
  [Key in keyof Type as string extends Key ? never : number extends Key ? never : Key]: true;
};

type Frozen<Type> = Type extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : Type extends object
    ? { readonly [Key in keyof Type]: Frozen<Type[Key]> }
    : Type;

type Shown<Type> =
  Type extends Declared<infer Actual>
    ? Actual
    : Type extends readonly (infer Item)[]
      ? readonly Shown<Item>[]
      : Type extends object
        ? ShownFields<Named<Type>>
        : Type;
type ShownFields<Type> = { readonly [Key in keyof Type]: Shown<Type[Key]> };
