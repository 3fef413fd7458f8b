import { expect, it } from 'vitest'
import { sessionMessages } from '../../../plugins/smart-sessions/messages.ts'
import { askText, type Say } from '../../../plugins/smart-sessions/words.ts'
import { fill } from '../../../runtime/lib/text.ts'

const t: Say = (key, values) => fill(sessionMessages[key], values)

it('says in which wallet to confirm, and names none for a login or a wallet without a name', () => {
  const asked = (connectedWalletInfo?: { name: string; identifier?: string }) =>
    askText({ connectedWalletInfo } as Parameters<typeof askText>[0], t)
  expect(asked({ name: 'Northstar' })).toBe('Confirm in Northstar')
  expect(asked({ name: 'Email', identifier: 'ID_AUTH' })).toBe('Confirm')
  expect(asked({ name: '' })).toBe('Confirm')
  expect(asked()).toBe('Confirm')
})
