// Words that say nothing about what a prompt is for.

export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    "the and for are was were been being has have had does did doing will would could should shall may might must can cannot " +
    "you your our their its his her him she they them this that these those there here with without from into onto over under " +
    "about what which who whom whose when where why how not but than then too very just also only some any all both each " +
    "such more most other please want let get"
  ).split(" "),
);
