/** The content of a page of the explorer: data of one form for all kinds of chains, which becomes HTML or JSON. */
import { html, type Html } from '../pages/page.ts'

/** A text, or a link; `to` is relative to the chain's path, such as `tx/{hash}`. */
export type Value = string | { text: string; to: string }
export type Fact = { key: string; label: string; value: Value }
export type Table = {
  key: string
  title: string
  columns: readonly { key: string; label: string }[]
  rows: readonly (readonly Value[])[]
  /** The text that the page shows instead of a table without rows. */
  empty: string
}
export type Sheet = {
  title: string
  note?: string
  facts: readonly Fact[]
  tables: readonly Table[]
  /** The URL query of the next page, such as `page=2`; absent on the last one. */
  next?: string
}

export const fact = (key: string, label: string, value: Value): Fact => ({ key, label, value })
export const column = (key: string, label: string) => ({ key, label })
export const link = (text: string, to: string): Value => ({ text, to })

const textOf = (value: Value) => (typeof value === 'string' ? value : value.text)

/** A page's content as JSON: each fact's text by its key, each table by its key as a list of objects. */
export function toJson({ title, note, facts, tables, next }: Sheet): Record<string, unknown> {
  return {
    title,
    ...(note !== undefined && { note }),
    ...Object.fromEntries(facts.map(({ key, value }) => [key, textOf(value)])),
    ...Object.fromEntries(
      tables.map(({ key, columns, rows }) => [
        key,
        rows.map((row) => Object.fromEntries(columns.map((each, at) => [each.key, textOf(row[at] ?? '')]))),
      ]),
    ),
    ...(next !== undefined && { next }),
  }
}

/** A page's content as HTML. `base` is the chain's path (for links), `path` the page's own (for the next page). */
export function toHtml({ note, facts, tables, next }: Sheet, base: string, path: string): Html {
  const show = (value: Value): Html =>
    typeof value === 'string' ? html`${value}` : html`<a href="${`${base}/${value.to}`}">${value.text}</a>`
  const about = facts.map(
    ({ label, value }) =>
      html`<div>
        <dt>${label}</dt>
        <dd>${show(value)}</dd>
      </div>`,
  )
  return html`${note === undefined ? '' : html`<p class="note">${note}</p>`}
  ${about.length ? html`<dl>${about}</dl>` : ''} ${tables.map((table) => tableHtml(table, show))}
  ${next === undefined ? '' : html`<p><a href="${`${path}?${next}`}" rel="next">Older</a></p>`}`
}

function tableHtml({ title, columns, rows, empty }: Table, show: (value: Value) => Html): Html {
  const head = columns.map(({ label }) => html`<th scope="col">${label}</th>`)
  const body = rows.map(
    (row) =>
      html`<tr>
        ${row.map((value) => html`<td>${show(value)}</td>`)}
      </tr>`,
  )
  // `tabindex` makes the table's box focusable: in some browsers the keyboard could not scroll it otherwise.
  return html`<h2>${title}</h2>
    ${
      rows.length
        ? html`<div class="table" tabindex="0" role="region" aria-label="${title}">
            <table>
              <thead>
                <tr>
                  ${head}
                </tr>
              </thead>
              <tbody>
                ${body}
              </tbody>
            </table>
          </div>`
        : html`<p class="note">${empty}</p>`
    }`
}
