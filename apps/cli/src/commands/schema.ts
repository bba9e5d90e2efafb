// `parley schema`: prints the JSON Schema of a file that users write.
import type { Run } from "../command.ts";
import { ExitCodes } from "../exit-codes.ts";
import { formatSchema } from "../schemas/schemas.ts";
import { SCHEMA_NAMES, type schemaUsage } from "../usage/schema.ts";

export const run: Run<typeof schemaUsage> = ({ positionals }) => {
  const name = SCHEMA_NAMES.find((known) => known === positionals[0]) ?? "config";
  process.stdout.write(formatSchema(name));
  return Promise.resolve(ExitCodes.endTurn);
};
