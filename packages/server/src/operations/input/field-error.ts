// An error that names the invalid field of the request.
import { ParleyError } from "@parley/base";
import { nameField, type FieldNames, type NamedProblem } from "../../http/field-names.ts";

/** Fields that have another name in the hub. */
const NAMES: FieldNames = {
  additionalFolders: "additional_folders",
  atSeq: "at_seq",
  cwd: "working_dir",
  idempotencyKey: "Idempotency-Key",
  optionId: "option_id",
  prompt: "user_message.content",
  query: "q",
};

export class FieldError extends ParleyError {
  readonly field: string;

  /** `message`: one that needs no field before it. */
  constructor(
    field: string,
    problem: string,
    code: "bad_input" | "forbidden" = "bad_input",
    message: string = field === "" ? problem : `${field}: ${problem}`,
  ) {
    super({ code, message });
    this.field = field;
  }
}

/** The invalid field, and the message. */
export function describeField(error: ParleyError): NamedProblem | undefined {
  if (error instanceof FieldError) return { field: error.field, message: error.message };
  return nameField(error, NAMES);
}

/** A value that the hub or the agent refuses is a mistake in this field. */
export async function inField<T>(field: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ParleyError) || error instanceof FieldError || !REFUSALS.has(error.code)) throw error;
    // The hub's own name of the field.
    const problem = /^\/[^\s:]*: (.*)$/s.exec(error.message)?.[1];
    throw new FieldError(field, problem ?? "", "bad_input", problem === undefined ? error.message : undefined);
  }
}

/** Parameters of a query have the names that the hub has for them. */
export async function inQuery<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const named = error instanceof ParleyError && !(error instanceof FieldError) ? nameField(error, {}) : undefined;
    throw named === undefined ? error : new FieldError(named.field, "", "bad_input", named.message);
  }
}

const REFUSALS: ReadonlySet<string> = new Set(["bad_input", "usage"]);

/** The same error about a part of the request: its field is named below `owner`. */
export function withOwner(owner: string, error: ParleyError): ParleyError {
  const named = describeField(error);
  if (named === undefined) return error;
  return new FieldError(`${owner}.${named.field}`, named.message.slice(named.message.indexOf(": ") + 2));
}
