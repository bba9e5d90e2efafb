// One operation of the server: its name, where HTTP has it, who may call it, what it takes and gives.
import type { ZodType } from "zod";

/** `read`: look. `drive`: prompt, answer, change sessions. `admin`: agents, extensions, everything. */
export type Scope = "read" | "drive" | "admin";

type Tag =
  | "Reply"
  | "Sessions"
  | "Events"
  | "Changes"
  | "Terminals"
  | "Files"
  | "Questions"
  | "Agents"
  | "Recipes"
  | "Rules"
  | "Turns"
  | "Server"
  | "About";

interface OperationReply {
  /** The status over HTTP; 200 unless given. */
  readonly status?: 200 | 201 | 202 | 204 | undefined;
  readonly description: string;
  /** None: an empty object, or something that is not JSON. */
  readonly schema?: ZodType | undefined;
  readonly contentType?: string | undefined;
}

/** What HTTP needs to know of an operation, which is also what its documentation is made from. */
export interface RouteContract {
  readonly method: "get" | "post" | "put" | "delete";
  /** As OpenAPI writes it: `/sessions/{id}`. */
  readonly path: string;
  /** Other systems' names for it. */
  readonly aliases?: readonly string[] | undefined;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string | undefined;
  readonly query?: ZodType | undefined;
  readonly body?: ZodType | undefined;
  /** Content type of a body that is not JSON. */
  readonly bodyType?: string | undefined;
  readonly example?: unknown;
  readonly reply: OperationReply;
  /** Statuses of what may go wrong, beside 400. */
  readonly errors?: readonly number[] | undefined;
}

export interface Operation extends RouteContract {
  readonly scope: Scope;
  /** Its reply is a stream or a file, which only HTTP has. */
  readonly isHttpOnly?: true | undefined;
}

/** Keeps the literal types of names and paths, from which the types of params and replies are made. */
export function defineOperations<const Table extends Readonly<Record<string, Operation>>>(table: Table): Table {
  return table;
}
