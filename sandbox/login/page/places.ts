/** The dashboard's list of browsers and sites where the person is signed in. */
import { dateFormat, preferredTags, writtenForm } from '../../../runtime/lib/locale.ts'
import { flag, list, number, object, text } from '../../../runtime/auth/shape.ts'
import type { Ask } from './ask.ts'
import { element } from './dom.ts'
import { form } from './form.ts'
import { pageTag, pageText } from './language.ts'
import { pagesMessages } from './pages.messages.ts'

const t = pageText(pagesMessages)
const places = object({
  list: list(object({ id: text, site: text, browser: text, used: number, current: flag }, { at: number })),
})

/** Formats a time in the browser's variant of the page's language, for example in `de-CH` if the page is in `de`. */
export function timeOf(at: number): string {
  const own = preferredTags().find((tag) => writtenForm(tag) === writtenForm(pageTag()))
  return dateFormat(own ?? pageTag(), { dateStyle: 'medium', timeStyle: 'short' }).format(at)
}

const seen = (at: number | undefined, used: number): string =>
  at === undefined
    ? t('places.timesUnknown', { last: timeOf(used) })
    : t('places.times', { first: timeOf(at), last: timeOf(used) })

/**
 * Lists the places with a button to sign out each, and one to sign out all.
 * @param left called when the person has signed out this page's own session, alone or with all others
 */
export async function listPlaces(ask: Ask, left: () => void): Promise<HTMLElement> {
  const box = element('section', '')
  const draw = async () => {
    const { list: all } = places.parse(await ask('SESSIONS'), 'sessions')
    const rows = all.map(({ id, site, browser, at, used, current }) => {
      const out = form(
        [],
        t('places.out'),
        async () => {
          await ask('SIGN_OUT_ONE', { id })
          if (current) return left()
          await draw()
        },
        '',
      )
      out.querySelector('button')?.setAttribute('aria-label', t('places.outOf', { browser, site: new URL(site).host }))
      const host = site === location.origin ? t('places.here') : new URL(site).host
      return element(
        'li',
        '',
        element('h3', '', host),
        element('p', '', current ? t('places.thisBrowser', { browser }) : browser),
        element('p', 'note', seen(at, used)),
        out,
      )
    })
    const everywhere = form([], t('places.everywhere'), async () => {
      await ask('SIGN_OUT_ALL')
      left()
    })
    box.replaceChildren(
      element('h2', '', t('places.title')),
      element('p', 'note', t('places.note')),
      element('ul', 'places', ...rows),
      everywhere,
    )
  }
  await draw()
  return box
}
