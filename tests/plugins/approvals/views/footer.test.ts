import { expect, it } from 'vitest'
import { approvalMessages } from '../../../../plugins/approvals/messages.ts'
import { footerOf } from '../../../../plugins/approvals/views/footer.ts'
import { fill } from '../../../../runtime/lib/text.ts'

const t = (key: keyof typeof approvalMessages, values?: Record<string, string | number>) =>
  fill(approvalMessages[key], values)
const TWO = { network: { name: 'Sandbox Two' } }
const still = { ending: undefined, count: 2, elsewhere: [TWO], isAlone: false }
const ending = (switching: boolean) => ({ done: 1, count: 2, network: 'Sandbox Two', switching })

it('the end of the screen names the wallet that has to switch and confirm', () => {
  expect(footerOf(t, { ...still, asksHere: false }).where).toBe('Your wallet will be asked to switch to Sandbox Two.')
  const switching = footerOf(t, { ...still, ending: ending(true), asksHere: false })
  expect(switching).toEqual({ label: 'Confirm in your wallet: 1 of 2', where: 'Switch to Sandbox Two in your wallet' })
})

it('the end of the screen sends no person who logged in to a wallet', () => {
  const shown = [undefined, ending(true), ending(false)].map((each) =>
    footerOf(t, { ...still, ending: each, asksHere: true }),
  )
  expect(JSON.stringify(shown)).not.toMatch(/wallet/i)
  expect(shown.map(({ label }) => label)).toEqual(['End the chosen approvals: 2', 'Confirm: 1 of 2', 'Confirm: 1 of 2'])
})
