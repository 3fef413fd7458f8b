/** The dashboard's list of browsers and sites where the person is signed in. */
import { flag, list, number, object, text } from '../../../runtime/auth/shape.ts'
import type { Ask } from './ask.ts'
import { element, form } from './dom.ts'

const places = object({
  list: list(object({ id: text, site: text, browser: text, used: number, current: flag }, { at: number })),
})

const timeOf = (at: number | undefined) =>
  at === undefined
    ? 'before this list began'
    : new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** @param left called when the person has signed out this browser itself */
export async function listPlaces(ask: Ask, left: () => void): Promise<HTMLElement> {
  const box = element('section', '')
  const draw = async () => {
    const { list: all } = places.parse(await ask('SESSIONS'), 'sessions')
    const rows = all.map(({ id, site, browser, at, used, current }) => {
      const out = form(
        [],
        'Sign out',
        async () => {
          await ask('SIGN_OUT_ONE', { id })
          if (current) return left()
          await draw()
        },
        '',
      )
      out.querySelector('button')?.setAttribute('aria-label', `Sign out ${browser} at ${new URL(site).host}`)
      const host = site === location.origin ? 'This page' : new URL(site).host
      return element(
        'li',
        '',
        element('h3', '', host),
        element('p', '', current ? `${browser} (this browser)` : browser),
        element('p', 'note', `First seen ${timeOf(at)}. Last used ${timeOf(used)}.`),
        out,
      )
    })
    const everywhere = form([], 'Sign out everywhere', async () => {
      await ask('SIGN_OUT_ALL')
      left()
    })
    box.replaceChildren(
      element('h2', '', 'Browsers and sites'),
      element('p', 'note', 'A browser that you sign out has to be approved again.'),
      element('ul', 'places', ...rows),
      everywhere,
    )
  }
  await draw()
  return box
}
