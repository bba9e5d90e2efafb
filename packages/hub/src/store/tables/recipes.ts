// Recipes, one row each.
import type { SavedRecipe } from "../../api/recipes.ts";
import { LIST_ROWS_MAX } from "../../store-limits.ts";
import type { HubStore } from "../../api/store.ts";
import type { StoreDatabase } from "../database.ts";
import { change, select } from "../step.ts";
import { deleteDocumentsOf } from "./owned.ts";

type RecipeMethods = Pick<HubStore, "putRecipe" | "getRecipe" | "listRecipes" | "deleteRecipe">;

export function createRecipeTable(database: StoreDatabase): RecipeMethods {
  const { sql } = database;
  return {
    async putRecipe(recipe) {
      const row = { created_at_ms: recipe.createdAtMs, data: JSON.stringify(recipe) };
      const put = sql
        .insertInto("recipes")
        .values({ id: recipe.id, ...row })
        .onConflict((conflict) => conflict.column("id").doUpdateSet(row));
      await database.writeOne("keep the recipe", () => change(put));
    },
    async getRecipe(id) {
      const [found] = await database.read("read the recipe", () =>
        select(sql.selectFrom("recipes").select("data").where("id", "=", id)),
      );
      return found && (JSON.parse(found.data) as SavedRecipe);
    },
    async listRecipes() {
      const latestFirst = sql
        .selectFrom("recipes")
        .select("data")
        .orderBy("created_at_ms", "desc")
        .orderBy("id", "desc");
      const rows = await database.read("list recipes", () => select(latestFirst.limit(LIST_ROWS_MAX)));
      return rows.map(({ data }) => JSON.parse(data) as SavedRecipe);
    },
    deleteRecipe: (id) =>
      database.write("delete the recipe", function* () {
        yield* deleteDocumentsOf(id);
        yield* change(sql.deleteFrom("recipes").where("id", "=", id));
      }),
  };
}
