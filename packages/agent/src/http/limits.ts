// Limits on what is looked at of an answer or an error, with their names.

/** How deep the causes of an error are followed. */
export const CAUSES_MAX = 8;
