/** Finds the links to a site's terms and privacy policy in a disclaimer. */
import type { Draft } from './draft.ts'
import { hints } from './messages.ts'
import { Own, Unread, type Value } from './value.ts'

const LINK = /\bhref\s*=\s*\{?\s*["'`]([^"'`]+)["'`]\s*\}?[^>]*>([^<]*)/g

/**
 * Writes a disclaimer's links into the config, and lists the disclaimer as left over, because the config has no place
 * for its text.
 */
export function readDisclaimer(draft: Draft, value: Value, name: string): void {
  const text =
    value instanceof Own ? value.text : value instanceof Unread ? value.whole : typeof value === 'string' ? value : ''
  let found = false
  for (const [, url = '', label = ''] of text.matchAll(LINK)) {
    const isTerms = /terms|tos\b|conditions/i.test(url + label)
    const isPrivacy = /privacy/i.test(url + label)
    if (isTerms || isPrivacy)
      draft.write([isPrivacy && !/terms/i.test(label) ? 'privacyPolicyUrl' : 'termsConditionsUrl'], url)
    found ||= isTerms || isPrivacy
  }
  draft.leave(name, found ? hints.disclaimerText : hints.disclaimer)
}
