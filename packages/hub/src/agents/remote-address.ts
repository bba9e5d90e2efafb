// Reads the URL of a remote agent.
import { ParleyError } from "@parley/base";
import { ADDRESS_CHARS_MAX } from "../limits.ts";

/** Normalised, so that the same agent is not added twice. Throws `bad_input`. */
export function parseRemoteAddress(text: string): URL {
  if (text.length > ADDRESS_CHARS_MAX) throw badAddress(`is longer than ${ADDRESS_CHARS_MAX} characters`);
  if (!URL.canParse(text)) throw badAddress("is not a URL; expected one like https://agent.example.com");
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") throw badAddress("must be an http or https URL");
  // The URL is stored and shown as it is.
  if (url.username !== "" || url.password !== "") throw badAddress("must not contain a user name or a password");
  url.hash = "";
  return url;
}

function badAddress(why: string): ParleyError {
  return new ParleyError({ code: "bad_input", message: `url: ${why}` });
}
