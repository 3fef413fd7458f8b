/** Three kinds of failure of a part, each with its own text and one next step. */
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { PluginError } from '../../../runtime/errors/plugin.ts'
import { KitContext } from '../../../runtime/ui/context.ts'
import type { FailedProps } from '../../../runtime/ui/Failed.tsx'
import { Told } from '../../../runtime/ui/Told.tsx'
import { makeKit } from '../../support/kit.ts'

const unfetched = new TypeError('Importing a module script failed.')
const setup = new PluginError('tip-jar', ' in setup', new RangeError('no locale'))
const nothing = () => undefined

/** The text that is rendered. */
function drawn(props: Partial<FailedProps>): string {
  const html = renderToString(
    <KitContext.Provider value={{ kit: makeKit(), root: undefined as never, preload: nothing }}>
      <Told reason={unfetched} retry={nothing} {...props} />
    </KitContext.Provider>,
  )
  return html
    .replace(/<svg.*?<\/svg>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/[\s\u2068\u2069]+/g, ' ')
    .trim()
}

it.each([
  [
    'could not be fetched',
    unfetched,
    'This part could not be loaded Check your connection, then try again. If that does not help, reload the page. Try again',
  ],
  ['did not start', setup, 'The plugin tip-jar failed to start Everything else still works. Go back'],
  ['threw', new RangeError('no locale'), 'This screen failed Everything else still works. Go back'],
])('reports for a screen that it %s', (_name, reason, words) => {
  expect(drawn({ reason, leave: nothing })).toBe(words)
})

it('offers to try again when there is no view to go back to', () => {
  expect(drawn({ reason: setup })).toMatch(/Try again$/)
})

it('uses one line among other content', () => {
  expect(drawn({ inline: true })).toBe('This part could not be loaded Try again')
  expect(drawn({ inline: true, reason: setup })).toBe('The plugin tip-jar failed to start Try again')
})

it('draws no control characters of a name', () => {
  expect(drawn({ reason: new PluginError('tip\u202Ejar', ' in setup'), leave: nothing })).toContain('tipjar failed')
})
