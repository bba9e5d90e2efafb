// Schemas of the OpenAPI document as tables.
import { isObject } from "@parley/base";
import { html, prose, type Html } from "./html.ts";

const REF = "#/components/schemas/";

/** The fields of an object, one row each; the type of anything else. */
export function viewSchema(schema: unknown): Html {
  if (!isObject(schema)) return html``;
  const { properties } = schema;
  if (!isObject(properties)) return html`<p class="type">${viewType(schema)}</p>`;
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const rows = Object.entries(properties).map(
    ([name, field]) =>
      html`<tr>
        <td><code>${name}</code>${required.has(name) ? html`<span class="required" title="required">*</span>` : ""}</td>
        <td class="type">${viewType(field)}</td>
        <td>${viewDescription(field)}</td>
      </tr>`,
  );
  return html`<table>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

export function viewDescription(schema: unknown): Html {
  return isObject(schema) && typeof schema.description === "string" ? prose(schema.description) : html``;
}

/** In short: `string`, `Message[]`, `"plan" | "execute_plan"`. */
export function viewType(schema: unknown): Html {
  if (!isObject(schema)) return html`any`;
  const { $ref: ref, enum: values, anyOf, oneOf, items, type } = schema;
  if (typeof ref === "string") {
    const name = ref.slice(REF.length);
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  if (Array.isArray(values)) return html`${values.map((value) => JSON.stringify(value)).join(" | ")}`;
  const choices = anyOf ?? oneOf;
  if (Array.isArray(choices)) {
    return html`${choices.map((one, index) => html`${index === 0 ? "" : " | "}${viewType(one)}`)}`;
  }
  if (type === "array") return html`${viewType(items)}[]`;
  if (Array.isArray(type)) {
    return html`${type.map((one, index) => html`${index === 0 ? "" : " | "}${viewType({ ...schema, type: String(one) })}`)}`;
  }
  return html`${typeof type === "string" ? type : "any"}`;
}
