// The fields that the tools for apps share.
import { z } from "zod";
import { isAppName } from "./app-files.ts";
import { APP_DESCRIPTION_CHARS_MAX, APP_REQUEST_CHARS_MAX, APP_TITLE_CHARS_MAX } from "../../limits.ts";

export const appName = z
  .string()
  .refine(
    isAppName,
    "must consist of lower-case letters, digits and single hyphens, at most 48 characters, and must not be a reserved name on Windows",
  )
  .describe("The app's name and folder: lower-case letters, digits and hyphens, such as `tip-calculator`.");

export const appTitle = z.string().trim().min(1).max(APP_TITLE_CHARS_MAX).describe("The title shown to the user.");

export const appDescription = z
  .string()
  .trim()
  .max(APP_DESCRIPTION_CHARS_MAX)
  .describe("Its purpose, in a sentence or two.");

export const appRequest = z
  .string()
  .trim()
  .min(1)
  .max(APP_REQUEST_CHARS_MAX)
  .optional()
  .describe("What the user asked for, in their words; saved with the app for later changes.");
