/** Asks the person in the frame before a change of address begins: the page itself might want the change. */
import { object, nullable, text, flag } from '../../../runtime/auth/shape.ts'
import type { Shown } from './approval.ts'
import type { Ask } from './ask.ts'
import { code } from './field.ts'

const planned = object({ from: nullable(text), to: text, confirmed: flag })

/**
 * @param confirm shows the change, and resolves when the person approves it
 * @throws Error when the person rejects it, or the address cannot be the new one
 */
export async function confirmChange(
  ask: Ask,
  email: string,
  confirm: (change: Pick<Shown, 'title' | 'fields' | 'warnings'>) => Promise<void>,
): Promise<void> {
  const { from, to, confirmed } = planned.parse(await ask('CHANGE', { email }), 'change')
  // The person has confirmed this change; this is the request for another code.
  if (confirmed) return
  await confirm({
    title: from === null ? 'Add an email address' : 'Change your email address',
    fields: [code('From', from ?? 'none'), code('To', to)],
    warnings: [{ text: `Whoever reads the mails of ${to} can log in to your account and use its money.`, bad: true }],
  })
  await ask('CHANGE_CONFIRMED', { email })
}
