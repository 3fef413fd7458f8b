/** How a request is described: in the page's language, and in English for whoever doubts a translation. */
import type { Say } from '../texts.ts'
import type { approvalMessages } from './approval.messages.ts'
import { originalText, pageText } from './language.ts'

type Messages = typeof approvalMessages

export type ApprovalText = Say<Messages>

export const inPageLanguage: ApprovalText = pageText<Messages>()

/** Undefined where the page itself is in English. */
export const inEnglish = (): ApprovalText | undefined => originalText<Messages>()

/** What `write` returns in the page's language and, where that is another one, in English. */
export function withEnglish<T>(write: (t: ApprovalText) => T): T & { english?: T } {
  const english = inEnglish()
  return { ...write(inPageLanguage), ...(english && { english: write(english) }) }
}
