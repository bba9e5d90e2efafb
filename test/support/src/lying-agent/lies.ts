// Every lie by name. To add one: a row in one of these files, and what is expected of us in test/conformance/bad-input.
import type { Lie } from "./lie.ts";
import { callbackLies } from "./lies/callbacks.ts";
import { envelopeLies } from "./lies/envelope.ts";
import { floodLies } from "./lies/floods.ts";
import { framingLies } from "./lies/framing.ts";
import { idLies } from "./lies/ids.ts";
import { orderLies } from "./lies/order.ts";
import { permissionLies } from "./lies/permissions.ts";
import { processLies } from "./lies/process.ts";
import { schemaLies } from "./lies/schema.ts";
import { sessionLies } from "./lies/sessions.ts";
import { silenceLies } from "./lies/silence.ts";
import { toolCallLies } from "./lies/tool-calls.ts";
import { versionLies } from "./lies/versions.ts";

const table = {
  ...processLies,
  ...silenceLies,
  ...framingLies,
  ...floodLies,
  ...envelopeLies,
  ...idLies,
  ...orderLies,
  ...schemaLies,
  ...callbackLies,
  ...permissionLies,
  ...toolCallLies,
  ...sessionLies,
  ...versionLies,
};

export type LieName = keyof typeof table;

export const lies: Readonly<Record<LieName, Lie>> = table;
