/**
 * Writes the docs' page of errors: for every code why it happens and what to do, and for most its text and where it is
 * shown.
 */
import { EMAIL_ERRORS } from '../../../plugins/email/errors.ts'
import { HISTORY_ERRORS } from '../../../plugins/history/errors.ts'
import { NAME_ERRORS } from '../../../plugins/names/errors.ts'
import { ONRAMP_ERRORS } from '../../../plugins/onramp/errors.ts'
import { SEND_ERRORS } from '../../../plugins/send/errors.ts'
import { APPROVAL_ERRORS } from '../../../plugins/approvals/errors.ts'
import { PASSKEY_ERRORS } from '../../../plugins/passkey/errors.ts'
import { SESSION_ERRORS } from '../../../plugins/smart-sessions/errors.ts'
import { SOCIAL_ERRORS } from '../../../plugins/socials/errors.ts'
import { SWAP_ERRORS } from '../../../plugins/swaps/errors.ts'
import { CORE_ERRORS, type ErrorRow, type Surface } from '../../../runtime/errors/catalogue.ts'
import { TRANSACTION_ERRORS } from '../../../runtime/errors/transaction.ts'
import { SIWX_ERRORS } from '../../../runtime/siwx/errors.ts'
import { ADVICE } from './advice.ts'
import { THROWN_ADVICE } from './thrownAdvice.ts'

export const TABLES: Readonly<Record<string, Readonly<Record<string, ErrorRow>>>> = {
  'The modal and connections': CORE_ERRORS,
  'Sign-in': SIWX_ERRORS,
  Transactions: TRANSACTION_ERRORS,
  Send: SEND_ERRORS,
  Swaps: SWAP_ERRORS,
  'Buy crypto': ONRAMP_ERRORS,
  Activity: HISTORY_ERRORS,
  Names: NAME_ERRORS,
  'Email login': EMAIL_ERRORS,
  'Social logins': SOCIAL_ERRORS,
  Approvals: APPROVAL_ERRORS,
  'Passkey wallet': PASSKEY_ERRORS,
  'Smart sessions': SESSION_ERRORS,
}

const SHOWN: Record<Surface, string> = {
  toast: 'a toast in the modal',
  alert: 'an alert in the modal, for the developer',
  inline: 'beside the field or in the view',
  thrown: 'nowhere: only the caller gets it',
}

const INTRO = `Every error of walletkit is a \`WalletKitError\` with one of these codes. Visitors read the text; your code reads the code,
because texts are translated and may change:

\`\`\`ts
import type { WalletKit } from 'walletkit'

export const watchErrors = (kit: WalletKit) => kit.onError(({ code, cause }) => console.warn(code, cause))
\`\`\`

With \`"debug": true\` in the config, the console shows every error with the wallet's or the service's own error.`

/** @throws Error that names a code without advice */
export function errorsPage(): string {
  const tables = Object.entries(TABLES).map(([title, rows]) =>
    [`## ${title}`, ...Object.entries(rows).map(([code, row]) => entry(code, row))].join('\n\n'),
  )
  const thrown = Object.keys(THROWN_ADVICE).map((code) => entry(code))
  return ['# Errors', INTRO, ...tables, '## Thrown to your code', ...thrown].join('\n\n')
}

function entry(code: string, row?: ErrorRow): string {
  const advice = ADVICE[code]
  if (!advice) throw new Error(`cli/repo/docs/advice.ts lacks ${code}`)
  const [why, fix] = advice
  const said =
    row && row.show !== 'thrown' ? [`Visitors read: “${row.message}”`] : row ? [`Text: “${row.message}”`] : []
  const declined = row?.declined === undefined ? [] : [`After a refusal in the wallet: “${row.declined}”`]
  const shown = row ? [`Where: ${SHOWN[row.show]}`] : []
  return [`### \`${code}\``, `${why} ${fix}`, [...said, ...declined, ...shown].map((line) => `- ${line}`).join('\n')]
    .filter(Boolean)
    .join('\n\n')
}
