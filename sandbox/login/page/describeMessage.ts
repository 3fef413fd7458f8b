/** Describes a message to sign: its text, and whether it signs in at another site than the one that asks. */
import { decodeText } from '../../../runtime/lib/visible.ts'
import type { ApprovalText } from './approvalText.ts'
import { bad, code, type Field, type Note } from './field.ts'

/** Spaces and control characters at the start of a message, which some verifiers of sign-in messages skip. */
const BEFORE = /^[\s\p{C}]+/u
const SIGN_IN = /(?:^|\n)[ \t]*(?:[a-z][a-z0-9+.-]*:\/\/)?(\S+) wants you to sign in with your /i

/**
 * Warns if a sign-in message (EIP-4361, or Solana's form of it) names another site than the one that asks for the
 * signature.
 */
function siteNotes(t: ApprovalText, message: string, host: string): Note[] {
  const site = SIGN_IN.exec(message.replace(BEFORE, ''))?.[1]
  if (site === undefined || site.toLowerCase() === host.toLowerCase()) return []
  return [bad(t('message.otherSite', { site, host }))]
}

/** Describes a message that is given as bytes. @param raw the text to show if the bytes are not UTF-8 text */
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
    // A verifier may accept bytes that are not valid UTF-8 and read a sign-in message from them, so look for one here
    // too.
    warnings: [...siteNotes(t, new TextDecoder().decode(bytes), host), bad(t('message.notText'))],
  }
}

export const describeText = (t: ApprovalText, text: string, host: string): { fields: Field[]; warnings: Note[] } => ({
  fields: [{ label: t('message.label'), value: text }],
  warnings: siteNotes(t, text, host),
})
