// An error that names the invalid field of the request.
import { ParleyError } from "@parley/base";
import { nameField, type FieldNames, type NamedProblem } from "../../http/field-names.ts";

/** Fields that have another name in the hub. */
const NAMES: FieldNames = {
  additionalFolders: "additional_folders",
  atSeq: "at_seq",
  cwd: "working_dir",
  optionId: "option_id",
  prompt: "user_message.content",
  query: "q",
};

export class FieldError extends ParleyError {
  readonly field: string;

  constructor(field: string, problem: string, code: "bad_input" | "forbidden" = "bad_input") {
    super({ code, message: field === "" ? problem : `${field}: ${problem}` });
    this.field = field;
  }
}

/** The invalid field, and the message. */
export function describeField(error: ParleyError): NamedProblem | undefined {
  if (error instanceof FieldError) return { field: error.field, message: error.message };
  return nameField(error, NAMES);
}

/** The same error about a part of the request: its field is named below `owner`. */
export function withOwner(owner: string, error: ParleyError): ParleyError {
  const named = describeField(error);
  if (named === undefined) return error;
  return new FieldError(`${owner}.${named.field}`, named.message.slice(named.message.indexOf(": ") + 2));
}
