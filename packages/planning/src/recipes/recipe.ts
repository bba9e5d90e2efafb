// A recipe: a repeatable conversation with parameters.

export interface RecipeParameter {
  /** Written as `{{ key }}` in the texts. */
  readonly key: string;
  readonly inputType: "string" | "number" | "boolean" | "select";
  readonly requirement: "required" | "optional" | "user_prompt";
  readonly description: string;
  readonly default?: string | undefined;
  /** Of a select. */
  readonly options?: readonly string[] | undefined;
}

export interface Recipe {
  readonly version: string;
  readonly title: string;
  readonly description: string;
  readonly instructions?: string | undefined;
  readonly prompt?: string | undefined;
  readonly activities?: readonly string[] | undefined;
  readonly parameters?: readonly RecipeParameter[] | undefined;
  readonly agent?: string | undefined;
  /** MCP servers in the form of ACP. */
  readonly extensions?: readonly unknown[] | undefined;
}
