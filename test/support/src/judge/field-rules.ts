// Rules about fields that a JSON Schema validator does not check.
import { walkFields, type Field } from "./walk.ts";

/** What is wrong, one line each. */
export function judgeFields(defName: string, value: unknown): string[] {
  const faults: string[] = [];
  walkFields(defName, value, (field) => {
    for (const [isBroken, what] of rules) if (isBroken(field)) faults.push(`${field.path} ${what}`);
  });
  return faults;
}

const rules: readonly (readonly [isBroken: (field: Field) => boolean, what: string])[] = [
  // Custom data belongs in `_meta` and nowhere else:
  // https://agentclientprotocol.com/protocol/v1/extensibility#the-meta-field
  [({ schemas }) => schemas.length === 0, "is not in the schema"],
  // https://agentclientprotocol.com/protocol/v1/overview#argument-requirements
  [isRelativePath, "is not an absolute path"],
  [isLineZero, "is a line below 1"],
];

function isRelativePath({ schemas, value }: Field): boolean {
  if (!schemas.some(({ description = "" }) => /\babsolute\b/i.test(description))) return false;
  const paths = Array.isArray(value) ? value : [value];
  return paths.some((path) => typeof path === "string" && !/^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(path));
}

function isLineZero({ path, value }: Field): boolean {
  return path.endsWith("/line") && typeof value === "number" && value < 1;
}
