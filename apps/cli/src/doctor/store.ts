// Checks whether sessions can be stored, and with which driver.
import { ParleyError } from "@parley/base";
import { describeDriver } from "@parley/hub/sqlite";
import { fail, ok, type Check } from "./finding.ts";

export const checkStore: Check = async () => {
  try {
    return [ok("store", `Sessions are stored by ${await describeDriver()}`)];
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    return [fail("store", error.message, error.remedy?.label)];
  }
};
