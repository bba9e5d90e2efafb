// The fields that the tools for apps have in common.
import { z } from "zod";
import { isAppName } from "./app-files.ts";
import { APP_DESCRIPTION_CHARS_MAX, APP_REQUEST_CHARS_MAX, APP_TITLE_CHARS_MAX } from "./limits.ts";

export const appName = z
  .string()
  .refine(
    isAppName,
    "a name has small letters, digits and single hyphens, at most 48 of them, and is no device of Windows",
  )
  .describe("The app's name and folder: small letters, digits and hyphens, such as `tip-calculator`.");

export const appTitle = z.string().trim().min(1).max(APP_TITLE_CHARS_MAX).describe("What a person calls it.");

export const appDescription = z
  .string()
  .trim()
  .max(APP_DESCRIPTION_CHARS_MAX)
  .describe("What it is for, in a sentence or two.");

export const appRequest = z
  .string()
  .trim()
  .min(1)
  .max(APP_REQUEST_CHARS_MAX)
  .optional()
  .describe("What the person asked for, in their words: kept with the app, so that later changes know what was meant.");
