/**
 * The texts that describe a request: in the page's language, and in English so that a person can check a translation.
 */
import type { Say } from '../texts.ts'
import type { approvalMessages } from './approval.messages.ts'
import { originalText, pageText } from './language.ts'

type Messages = typeof approvalMessages

export type ApprovalText = Say<Messages>

export const inPageLanguage: ApprovalText = pageText<Messages>()

/** The English texts; undefined if the page itself is in English, or if they did not load. */
export const inEnglish = (): ApprovalText | undefined => originalText<Messages>()

/** Calls `write` with the page's language and, if {@link inEnglish} has texts, again in English for `english`. */
export function withEnglish<T>(write: (t: ApprovalText) => T): T & { english?: T } {
  const english = inEnglish()
  return { ...write(inPageLanguage), ...(english && { english: write(english) }) }
}
