// Recipes: conversations that can be repeated with other parameters. Run, save from a file, make from a session, delete.
import { EmptyState, Page, Section } from "@parley/chat-ui";
import { useReply } from "../../server/use-reply.ts";
import { LoadedContent } from "../LoadedContent.tsx";
import { AddRecipe } from "./AddRecipe.tsx";
import { RecipeCard } from "./RecipeCard.tsx";
import "./RecipesPage.css";

const ABOUT =
  "A recipe is a reusable task with parameters. It runs in a new session, with the agent and MCP servers it names.";

export function RecipesPage() {
  const reply = useReply("recipes/list", {});
  return (
    <Page title="Recipes" about={ABOUT}>
      <AddRecipe onSaved={reply.reload} />
      <Section title="Saved recipes" count={reply.value?.recipes.length}>
        <LoadedContent reply={reply} what="recipes">
          {({ recipes }) =>
            recipes.length === 0 ? (
              <EmptyState title="No recipes yet">
                <p>Make one from a session that went well, or write one as JSON.</p>
              </EmptyState>
            ) : (
              <div className="recipes-page-list">
                {recipes.map((saved) => (
                  <RecipeCard key={saved.id} saved={saved} onChanged={reply.reload} />
                ))}
              </div>
            )
          }
        </LoadedContent>
      </Section>
    </Page>
  );
}
