// Recipes, one row each.
import type { SavedRecipe } from "../../../api/recipes.ts";
import { LIST_ROWS_MAX } from "../../../store-limits.ts";
import type { HubStore } from "../../../api/store.ts";
import type { Connection } from "../connection.ts";
import { deleteDocumentsOf } from "./owned.ts";

type RecipeMethods = Pick<HubStore, "putRecipe" | "getRecipe" | "listRecipes" | "deleteRecipe">;

export function createRecipeTable(connection: Connection): RecipeMethods {
  const { sql } = connection;
  return {
    putRecipe: (recipe) =>
      connection.write("keep the recipe", () => {
        const row = { created_at_ms: recipe.createdAtMs, data: JSON.stringify(recipe) };
        connection.run(
          sql
            .insertInto("recipes")
            .values({ id: recipe.id, ...row })
            .onConflict((conflict) => conflict.column("id").doUpdateSet(row)),
        );
      }),
    getRecipe: (id) =>
      connection.read("read the recipe", () => {
        const found = connection.first(sql.selectFrom("recipes").select("data").where("id", "=", id));
        return found && (JSON.parse(found.data) as SavedRecipe);
      }),
    listRecipes: () =>
      connection.read("list recipes", () => {
        const latestFirst = sql
          .selectFrom("recipes")
          .select("data")
          .orderBy("created_at_ms", "desc")
          .orderBy("id", "desc");
        return connection.all(latestFirst.limit(LIST_ROWS_MAX)).map(({ data }) => JSON.parse(data) as SavedRecipe);
      }),
    deleteRecipe: (id) =>
      connection.write("delete the recipe", () => {
        deleteDocumentsOf(connection, id);
        connection.run(sql.deleteFrom("recipes").where("id", "=", id));
      }),
  };
}
