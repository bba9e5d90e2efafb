// The type of a handler, derived from the contract: a reply that does not match exactly does not compile.
import type { CheckedParams, EmptyReply, Reply, SharedName } from "@parley/contract";
import type { Call } from "./call.ts";

type Answer<Name extends SharedName> = Reply<Name> extends EmptyReply ? void : Reply<Name>;

type Handler<Name extends SharedName> = (
  params: CheckedParams<Name>,
  call: Call,
) => Answer<Name> | Promise<Answer<Name>>;

export type Handlers = { readonly [Name in SharedName]: Handler<Name> };

/** TypeScript alone accepts extra fields in a return value. */
export function defineHandlers<Given extends Partial<Handlers>>(
  handlers: Given & Exact<Given>,
): Pick<Handlers, keyof Given & SharedName> {
  return handlers as unknown as Pick<Handlers, keyof Given & SharedName>;
}

type Exact<Given> = {
  readonly [Name in keyof Given]: Name extends SharedName
    ? [Excess<ReplyOf<Given[Name]>, Reply<Name>>] extends [never]
      ? unknown
      : { readonly "not in the contract": Excess<ReplyOf<Given[Name]>, Reply<Name>> }
    : never;
};

type ReplyOf<Given> = Given extends (...args: never[]) => infer Result ? Awaited<Result> : never;

/** The fields of a reply that the contract does not have, at any depth. */
type Excess<Given, Wanted> =
  IsSame<Given, Wanted> extends true
    ? never
    : Given extends readonly (infer Item)[]
      ? Wanted extends readonly (infer WantedItem)[]
        ? Excess<Item, WantedItem>
        : never
      : Given extends object
        ? ExcessField<Given, Extract<Wanted, object>>
        : never;

/** Anything is allowed where the contract has no named fields. */
type ExcessField<Given, Wanted> = [Wanted] extends [never]
  ? never
  : string extends KeyOf<Wanted>
    ? never
    : {
        [Key in keyof Given]-?: Key extends KeyOf<Wanted> ? Excess<Given[Key], FieldOf<Wanted, Key>> : Key;
      }[keyof Given];

type KeyOf<Union> = Union extends unknown ? keyof Union : never;
type FieldOf<Union, Key extends PropertyKey> = Union extends { readonly [K in Key]?: infer Value } ? Value : never;
/** Identity instead of assignability, which would not notice an extra optional field. */
type IsSame<One, Other> = Probe<One> extends Probe<Other> ? true : false;
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- only generic functions are compared by identity
type Probe<Probed> = <Type>() => Type extends Probed ? 1 : 2;
