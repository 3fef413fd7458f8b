import { expect, it } from 'vitest'
import { createOwners } from '../../../sandbox/smartAccounts/owners.ts'

const ADDRESS = '0x00000000000000000000000000000000000000A1'

/** The owners on a chain where `give` sets a balance, and the balance. */
function ownersOn(give: (asked: number) => Promise<void>) {
  const held = { balance: 0n, asked: 0 }
  const network = {
    node: { id: 1 },
    async give() {
      await give(++held.asked)
      held.balance = 1n
    },
  }
  return { held, owners: createOwners([network as never]) }
}

it('an account counts as funded only once it has the money, for everybody who asked meanwhile', async () => {
  const { held, owners } = ownersOn(() => new Promise((resolve) => setTimeout(resolve, 20)))
  const balances = [1, 2].map(() => owners.fund(1, ADDRESS).then(() => held.balance))
  expect(await Promise.all(balances)).toEqual([1n, 1n])
  expect(held.asked).toBe(1)
})

it('an account that could not be funded is tried again', async () => {
  const { held, owners } = ownersOn((asked) => (asked === 1 ? Promise.reject(new Error('No node')) : Promise.resolve()))
  await expect(owners.fund(1, ADDRESS)).rejects.toThrow('No node')
  await owners.fund(1, ADDRESS)
  expect(held.balance).toBe(1n)
})
