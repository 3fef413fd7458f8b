/**
 * Makes the docs' API reference: a page for each entry point except plugins' manifests, from the compiler's
 * declarations and their docstrings.
 */
import { apiEntries, type ApiEntry, type ApiItem } from '../api.ts'

export type ApiPage = { path: string; title: string; markdown: string }

export const apiPages = (): ApiPage[] => apiEntries().map(apiPage)

/** The page's path, for example `reference/api/siwx-server` for `walletkit/siwx-server`. */
const pathOf = (name: string) => `reference/api/${name.replace(/^walletkit\//, '').replaceAll('/', '-')}`

function apiPage({ name, exported, named }: ApiEntry): ApiPage {
  const types = named.length ? ['## Types named above', ...named.map(entry)] : []
  const markdown = [`# ${name}`, '## Exports', ...exported.map(entry), ...types].join('\n\n')
  return { path: pathOf(name), title: name, markdown }
}

function entry({ name, text, doc, tags }: ApiItem): string {
  const of = (tag: string) => tags.filter((each) => each.name === tag).map((each) => each.text)
  const lists = [
    ...of('param').map((each) => `- \`${each.replace(/^(\S+)\s*-?\s*/, '$1`: ')}`),
    ...of('returns').map((each) => `- Returns ${each}`),
    ...of('throws').map((each) => `- Throws ${each}`),
  ]
  return [
    `### \`${name}\``,
    asMarkdown(doc),
    lists.map(asMarkdown).join('\n'),
    text === 'of another package' ? 'Declared by another package.' : `\`\`\`ts\n${text}\n\`\`\``,
    ...of('deprecated').map((each) => `Deprecated. ${each}`),
    ...of('example').map((each) => `Example:\n\n${each}`),
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** Escapes each `<` of a docstring outside of code, which Markdown would read as an HTML element. */
const asMarkdown = (text: string) =>
  text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replaceAll('<', '\\<')))
    .join('')
