// One operation of the server: its name, its HTTP route, its scope, its params and its reply.
import type { ZodType } from "zod";

/** `read`: reading. `drive`: prompting, answering, changing sessions. `admin`: agents, extensions, everything. */
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
  /** The HTTP status (default: 200). */
  readonly status?: 200 | 201 | 202 | 204 | undefined;
  readonly description: string;
  /** Missing: an empty object, or something other than JSON. */
  readonly schema?: ZodType | undefined;
  readonly contentType?: string | undefined;
}

/** The HTTP side of an operation, from which its documentation is generated as well. */
export interface RouteContract {
  readonly method: "get" | "post" | "put" | "delete";
  /** In OpenAPI's format: `/sessions/{id}`. */
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
  /** Error statuses other than 400. */
  readonly errors?: readonly number[] | undefined;
}

export interface Operation extends RouteContract {
  readonly scope: Scope;
  /** Its reply is a stream or a file, which only HTTP supports. */
  readonly isHttpOnly?: true | undefined;
}

/** Keeps the literal types of names and paths, from which the types of params and replies are derived. */
export function defineOperations<const Table extends Readonly<Record<string, Operation>>>(table: Table): Table {
  return table;
}
