/** Describes a message to sign: its text, and whether it signs in at another site than the one that asks. */
import { decodeText } from '../../../runtime/lib/visible.ts'
import type { ApprovalText } from './approvalText.ts'
import { bad, code, type Field, type Note } from './field.ts'

/** Characters before the first line that some verifiers of sign-in messages skip. */
const BEFORE = /^[\s\p{C}]+/u
const SIGN_IN = /(?:^|\n)[ \t]*(?:[a-z][a-z0-9+.-]*:\/\/)?(\S+) wants you to sign in with your /i

/** A message of EIP-4361, or of Solana's form of it, names its site, which must be the site that asks. */
function siteNotes(t: ApprovalText, message: string, host: string): Note[] {
  const site = SIGN_IN.exec(message.replace(BEFORE, ''))?.[1]
  if (site === undefined || site.toLowerCase() === host.toLowerCase()) return []
  return [bad(t('message.otherSite', { site, host }))]
}

/** @param raw how the bytes are shown if they are not text */
export function describeBytes(
  t: ApprovalText,
  bytes: Uint8Array,
  raw: string,
  host: string,
): { fields: Field[]; warnings: Note[] } {
  const text = decodeText(bytes)
  if (text !== undefined) return describeText(t, text, host)
  return {
    fields: [code(t('message.label'), raw)],
    // Verifiers may read the bytes more leniently, so judge what they would read.
    warnings: [...siteNotes(t, new TextDecoder().decode(bytes), host), bad(t('message.notText'))],
  }
}

export const describeText = (t: ApprovalText, text: string, host: string): { fields: Field[]; warnings: Note[] } => ({
  fields: [{ label: t('message.label'), value: text }],
  warnings: siteNotes(t, text, host),
})
