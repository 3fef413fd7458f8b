/** Renders a page's Markdown to HTML, and collects its headings, links and sections for contents, checks and search. */
import { Marked, type Tokens } from 'marked'
import { highlight } from './highlight.ts'
import type { Link, Linker } from './links.ts'
import { anchors, escapeHtml } from './text.ts'

export type Heading = { level: number; text: string; anchor: string }
export type Rendered = {
  html: string
  headings: Heading[]
  links: Link[]
  /**
   * The plain text of each section, for the search. Text before the first heading has an empty `heading` and `anchor`.
   */
  parts: { heading: string; anchor: string; text: string }[]
}

/**
 * Renders Markdown to HTML.
 * @param image returns the address in the docs of an image's path
 * @throws Error for HTML in the Markdown, except an `<img>` on a line of its own
 */
export function render(markdown: string, link: Linker, image: (path: string) => string): Rendered {
  const headings: Heading[] = []
  const links: Link[] = []
  const anchor = anchors()
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const text = plain(this.parser.parseInline(tokens))
        const id = anchor(text)
        headings.push({ level: depth, text, anchor: id })
        const name = this.parser.parseInline(tokens)
        if (depth === 1) return `<h1 id="${id}">${name}</h1>\n`
        const label = escapeHtml(`Link to ${text}`)
        return `<h${depth} id="${id}">${name}<a class="anchor" href="#${id}" aria-label="${label}">#</a></h${depth}>\n`
      },
      code({ text, lang }) {
        const [language = ''] = (lang ?? '').split(/\s/)
        return `<div class="code"><pre><code>${highlight(text, language)}</code></pre></div>\n`
      },
      table({ header, rows }: Tokens.Table) {
        const cells = (row: Tokens.TableCell[], tag: string) =>
          row.map(({ tokens, align }) => cell(this.parser.parseInline(tokens), tag, align)).join('')
        const body = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n')
        return `<div class="table"><table><thead><tr>${cells(header, 'th')}</tr></thead><tbody>${body}</tbody></table></div>\n`
      },
      link({ href, tokens }) {
        const found = link(href)
        links.push(found)
        const text = this.parser.parseInline(tokens)
        if (found.kind === 'file')
          return /<code>/.test(text) ? text : `${text} (<code>${escapeHtml(found.path)}</code>)`
        return `<a href="${escapeHtml(found.href)}"${found.kind === 'out' ? ' rel="noreferrer"' : ''}>${text}</a>`
      },
      html({ text }) {
        const [, src] = /^<img src="([^"]+)"[^>]*>\s*$/.exec(text) ?? []
        if (src === undefined) throw new Error(`The docs show no HTML: ${text.slice(0, 80)}`)
        return `<p>${text.trim().replace(src, escapeHtml(image(src)))}</p>\n`
      },
    },
  })
  const html = marked.parse(markdown, { async: false })
  return { html, headings, links, parts: partsOf(html, headings) }
}

const cell = (html: string, tag: string, align: string | null) =>
  `<${tag}${tag === 'th' ? ' scope="col"' : ''}${align === 'right' ? ' class="figure"' : ''}>${html}</${tag}>`

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** The text in HTML that {@link render} has made: without tags, and with entities decoded. */
const plain = (html: string) =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replace(/\s+/g, ' ')
    .trim()

const HEADING = /<h[1-6] id="/

function partsOf(html: string, headings: readonly Heading[]): Rendered['parts'] {
  const own = html.replace(/<a class="anchor"[^>]*>#<\/a>/g, '')
  const first = own.search(HEADING)
  const parts = [{ heading: '', anchor: '', text: plain(first < 0 ? own : own.slice(0, first)) }]
  const after = first < 0 ? [] : own.slice(first).split(new RegExp(`(?=${HEADING.source})`))
  after.forEach((part, at) => {
    const { text = '', anchor = '' } = headings[at] ?? {}
    parts.push({ heading: text, anchor, text: plain(part.replace(/^<h\d[^]*?<\/h\d>/, '').replaceAll('<', ' <')) })
  })
  return parts.filter(({ heading, text }) => heading || text)
}
