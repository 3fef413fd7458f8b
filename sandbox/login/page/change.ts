/** Asks the person in the frame before a change of address begins: a malicious site could have requested it. */
import { object, nullable, text, flag } from '../../../runtime/auth/shape.ts'
import type { Shown } from './approval.ts'
import { withEnglish } from './approvalText.ts'
import type { Ask } from './ask.ts'
import { bad, code } from './field.ts'

const planned = object({ account: text, from: nullable(text), to: text, confirmed: flag })

/**
 * Asks the person to confirm the change of the account's address to `email`, unless the person has done so before.
 * @param confirm shows the change, and resolves when the person approves it
 * @throws Error when the person rejects it, or the address cannot be the new one, among others
 */
export async function confirmChange(
  ask: Ask,
  email: string,
  confirm: (change: Pick<Shown, 'title' | 'fields' | 'warnings' | 'english'>) => Promise<void>,
): Promise<void> {
  const { account, from, to, confirmed } = planned.parse(await ask('CHANGE', { email }), 'change')
  // The person has confirmed this change before, so the page only asks for another code.
  if (confirmed) return
  await confirm(
    withEnglish((t) => ({
      title: t(from === null ? 'change.add' : 'change.title'),
      fields: [code(t('approve.from'), from ?? t('change.none')), code(t('approve.to'), to)],
      warnings: [bad(t('change.warning', { email: to }))],
    })),
  )
  await ask('CHANGE_CONFIRMED', { email, account })
}
