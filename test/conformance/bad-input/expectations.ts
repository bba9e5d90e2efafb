// Every lie and what is expected of us. The type holds the table to the lies: none may be missing.
import type { LieName } from "@parley/test-support";
import type { Expectation } from "./expectation.ts";
import { callbackExpectations } from "./expectations/callbacks.ts";
import { envelopeExpectations } from "./expectations/envelope.ts";
import { floodExpectations } from "./expectations/floods.ts";
import { framingExpectations } from "./expectations/framing.ts";
import { idExpectations } from "./expectations/ids.ts";
import { orderExpectations } from "./expectations/order.ts";
import { permissionExpectations } from "./expectations/permissions.ts";
import { processExpectations } from "./expectations/process.ts";
import { schemaExpectations } from "./expectations/schema.ts";
import { sessionExpectations } from "./expectations/sessions.ts";
import { silenceExpectations } from "./expectations/silence.ts";
import { toolCallExpectations } from "./expectations/tool-calls.ts";
import { versionExpectations } from "./expectations/versions.ts";

export const expectations: Readonly<Record<LieName, Expectation>> = {
  ...processExpectations,
  ...silenceExpectations,
  ...framingExpectations,
  ...floodExpectations,
  ...envelopeExpectations,
  ...idExpectations,
  ...orderExpectations,
  ...schemaExpectations,
  ...callbackExpectations,
  ...permissionExpectations,
  ...toolCallExpectations,
  ...sessionExpectations,
  ...versionExpectations,
};
