/** The links to the site's documents: each leads somewhere, or is no link. */
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { KitContext } from '../../../../../runtime/ui/context.ts'
import { Legal } from '../../../../../runtime/ui/screens/Connect/Legal.tsx'
import { makeKit } from '../../../../support/kit.ts'

/** What is rendered for this address of the terms. */
const drawn = (termsConditionsUrl: string, messages = {}) =>
  renderToString(
    <KitContext.Provider
      value={{ kit: makeKit({ termsConditionsUrl, messages }), root: undefined as never, preload: () => undefined }}
    >
      <Legal />
    </KitContext.Provider>,
  )

it.each([
  'https://site.example/terms',
  '/terms',
  './terms',
  'terms.html',
  'legal/terms?version=2',
  '?page=terms',
  '#terms',
  'mailto:legal@site.example',
])('links %s as the site wrote it, so that the browser resolves it against the page', (url) => {
  expect(drawn(url)).toContain(`<a href="${url}"`)
})

it.each(['javascript:alert(1)', 'java\nscript:alert(1)', ' JavaScript:alert(1)', 'data:text/html,hi', 'https://'])(
  'names the document without a link for %j, which is no page',
  (url) => {
    const html = drawn(url)
    expect(html).toContain('Terms of Service')
    expect(html).not.toContain('<a')
  },
)

it('leaves a placeholder out that the text should not have', () => {
  expect(drawn('/terms', { 'connect.legal': 'See {links}{constructor}.' })).toContain('</a>.</p>')
})
