// The JSON Schema of config.json: the settings, and the lists and tables that other parts of Parley read from it.
import { hooksSchema, commandVariablesSchema, mcpServersSchema, modelsSchema } from "@parley/agent/schemas";
import { settingSchemas, type JsonObject } from "@parley/base";
import { agentsSchema } from "@parley/catalogue";
import { notifySchema } from "./notify.ts";
import { serverKeysSchema } from "./server-keys.ts";

export function configSchema(): JsonObject {
  return {
    title: "Parley configuration (config.json)",
    type: "object",
    properties: {
      $schema: { type: "string" },
      ...settingSchemas(),
      agents: agentsSchema(),
      commandVariables: commandVariablesSchema(),
      hooks: hooksSchema(),
      mcpServers: mcpServersSchema(),
      models: modelsSchema(),
      notify: notifySchema(),
      serverKeys: serverKeysSchema(),
    },
    additionalProperties: false,
  };
}
