import MiniSearch from 'minisearch'
import { describe, expect, it } from 'vitest'
import { type Entry, OPTIONS } from '../../../../cli/repo/docs/browser/searchOptions.ts'
import { linker } from '../../../../cli/repo/docs/links.ts'
import { render } from '../../../../cli/repo/docs/markdown.ts'
import { entriesOf, renderDocs } from '../../../../cli/repo/docs/site.ts'
import { sourceOf } from '../../../../cli/repo/docs/sources.ts'
import { styleSheet } from '../../../../cli/repo/docs/style.ts'
import { anchors, relativeTo } from '../../../../cli/repo/docs/text.ts'

const PAGES = new Map([
  ['README.md', 'index'],
  ['runtime/host/README.md', 'plugins/first'],
  ['docs:reference/config', 'reference/config'],
])
const link = linker({ path: 'plugins/first', source: 'runtime/host/README.md' }, PAGES)
const html = (markdown: string) => render(markdown, link, (path) => `/${path}`).html

describe('links', () => {
  it('lead to the page that shows the file, from any folder', () => {
    expect(link('../../README.md')).toMatchObject({ kind: 'page', href: '../index.html' })
    expect(link('docs:reference/config#features')).toMatchObject({ href: '../reference/config.html#features' })
    expect(link('#the-manifest')).toMatchObject({ href: '#the-manifest', page: 'plugins/first' })
    expect(link('https://example.com/a#b')).toEqual({ kind: 'out', href: 'https://example.com/a#b' })
    expect(relativeTo('index', 'a/b')).toBe('./a/b')
  })

  it('to files that the docs do not show become their paths', () => {
    expect(html('See [the test](../../package.json).')).toContain('the test (<code>package.json</code>)')
  })

  it('that lead to nothing stop the build, and name the page', () => {
    expect(() => link('./gone.md')).toThrow('runtime/host/README.md: the link ./gone.md leads to nothing')
    expect(() => link('docs:gone')).toThrow('leads to nothing')
    const page = { path: 'a', title: 'A', markdown: '# A\n\n[there](#gone)' }
    expect(() => renderDocs({ sections: [], pages: [page] })).toThrow('a: a has no section #gone')
  })
})

describe('text', () => {
  it('is escaped, and HTML in it stops the build', () => {
    expect(html('a < b & `<c>`')).toContain('a &lt; b &amp; <code>&lt;c&gt;</code>')
    expect(() => html('<script>alert(1)</script>')).toThrow('The docs show no HTML')
    expect(() => html('a <b onclick="x()">bold</b>')).toThrow('The docs show no HTML')
    expect(html('<img src="a.webp" alt="A picture" />')).toContain('<img src="/a.webp" alt="A picture" />')
  })

  it('has an anchor of its own for each heading', () => {
    const anchor = anchors()
    expect(['Example', 'Example', 'Example 1'].map(anchors())).toEqual(['example', 'example-1', 'example-1-1'])
    expect(['The manifest', 'What’s next?', 'The manifest', '`kit.open`'].map(anchor)).toEqual([
      'the-manifest',
      'whats-next',
      'the-manifest-1',
      'kitopen',
    ])
  })

  it('takes sections and files from where they are', () => {
    const text = sourceOf('cli/repo/docs/pages/react.md')
    expect(text).toContain('**`src/App.tsx`**\n\n```tsx\nimport { ConnectButton')
    expect(sourceOf('cli/repo/docs/pages/comparison.md')).toContain('Before anything is asked for')
    expect(text).not.toContain('<!--')
  })
})

describe('search', () => {
  const page = {
    path: 'reference/errors',
    title: 'Errors',
    markdown: '# Errors\n\nIntro.\n\n## `SEND_FAILED`\n\nThe wallet refused.\n\n## Slippage\n\nLess may arrive.',
  }
  const index = new MiniSearch<Entry>(OPTIONS)
  index.addAll(entriesOf(renderDocs({ sections: [], pages: [page] })))
  const find = (query: string) => index.search(query).map(({ url }) => url as string)

  it('finds a code whole, by a part, and with a slip of the finger', () => {
    expect(find('SEND_FAILED')).toEqual(['reference/errors.html#send_failed'])
    expect(find('send')).toEqual(['reference/errors.html#send_failed'])
    expect(find('slipage')).toEqual(['reference/errors.html#slippage'])
    expect(find('intro')).toEqual(['reference/errors.html'])
    expect(find('nothing like it')).toEqual([])
  })
})

it('the style sheet has the tokens of the modal, in light and in dark', () => {
  const css = styleSheet()
  expect(css).toMatch(/--wk-accent:#3350e9/)
  expect(css).toMatch(/prefers-color-scheme:dark/)
  expect(css).not.toMatch(/url\(|@import/)
})
