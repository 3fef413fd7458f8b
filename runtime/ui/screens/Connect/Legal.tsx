import type { ReactNode } from 'react'
import { proxy } from 'valtio/vanilla'
import { perKit } from '../../../contracts/perKit.ts'
import { useKit, useSnapshot, useText } from '../../context.ts'
import { connectMessages } from './connect.messages.ts'

const consent = perKit(() => proxy({ given: false }))

/** Whether the site asks for consent, and whether the visitor gave it; remembered until the page reloads. */
export function useConsent() {
  const kit = useKit()
  const { features, termsConditionsUrl, privacyPolicyUrl } = useSnapshot(kit.state.options)
  const { given } = useSnapshot(consent(kit))
  const asked = features.legalCheckbox === true && Boolean(termsConditionsUrl || privacyPolicyUrl)
  return { asked, missing: asked && !given, given, give: (value: boolean) => void (consent(kit).given = value) }
}

/**
 * The legal notice: a line under the list, or a required checkbox above it. Renders nothing if the site names no
 * document.
 */
export function Legal({ checkbox }: { checkbox?: boolean }) {
  const kit = useKit()
  const t = useText(connectMessages)
  const { given, give } = useConsent()
  const { termsConditionsUrl: terms, privacyPolicyUrl: privacy } = useSnapshot(kit.state.options)
  if (!terms && !privacy) return null
  const link = (href: string | undefined, key: 'connect.terms' | 'connect.privacy') =>
    isSafe(href) ? (
      <a key={key} href={href} target="_blank" rel="noopener noreferrer">
        {t(key)}
      </a>
    ) : (
      t(key)
    )
  const values = { terms: link(terms, 'connect.terms'), privacy: link(privacy, 'connect.privacy') }
  const links = terms && privacy ? fill(t('connect.both'), values) : terms ? values.terms : values.privacy
  if (!checkbox) return <p className="legal note">{fill(t('connect.legal'), { links })}</p>
  return (
    <label className="consent">
      <input type="checkbox" checked={given} onChange={(event) => give(event.target.checked)} />
      <span className="note">{fill(t('connect.agree'), { links })}</span>
    </label>
  )
}

/** Replaces placeholders in a text with nodes: `By connecting you agree to the {links}`. */
function fill(text: string, values: Record<string, ReactNode>): ReactNode[] {
  return text.split(/\{(\w+)\}/).map((part, at) => (at % 2 ? Object.hasOwn(values, part) && values[part] : part))
}

/**
 * A base for parsing links. Any URL works: only the link's protocol is read, and the browser resolves the link against
 * the page that shows it.
 */
const PAGE = 'https://page.invalid/'

/**
 * Whether a link that the site names for a document leads to a page or a mailbox, and is not code (`javascript:`), for
 * example. The link may be relative to the page.
 */
const isSafe = (href = '') => URL.canParse(href, PAGE) && /^(https?|mailto):$/.test(new URL(href, PAGE).protocol)
