/** What a transaction's receipt says about an operation in it: one receipt may hold several, also of other entry points. */
import fc from 'fast-check'
import { encodeAbiParameters, encodeEventTopics, parseAbiParameters, toHex, zeroAddress, type Hex } from 'viem'
import { entryPoint08Abi } from 'viem/account-abstraction'
import { expect, it } from 'vitest'
import { parseOutcome } from '../../../plugins/passkey/outcome.ts'
import { ENTRY_POINT } from '../../../plugins/passkey/userOperation.ts'

const [own, other] = [toHex(1, { size: 32 }), toHex(2, { size: 32 })]
const WORDS = parseAbiParameters('uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed')

const ended = (userOpHash: Hex, success: boolean) => ({
  address: ENTRY_POINT,
  topics: encodeEventTopics({
    abi: entryPoint08Abi,
    eventName: 'UserOperationEvent',
    args: { userOpHash, sender: zeroAddress, paymaster: zeroAddress },
  }),
  data: encodeAbiParameters(WORDS, [2n ** 255n, success, 1n, 1n]),
})

it.each([true, false])('is %s where the entry point says so of this operation', (success) => {
  const event = ended(own, success)
  for (const receipt of [
    { logs: [event] },
    { logs: [ended(other, !success), event] },
    { logs: [{ ...event, address: event.address.toLowerCase() }] },
    { logs: [null, { ...event, data: '0x' }, event] },
  ])
    expect(parseOutcome(receipt, own)).toBe(success)
})

it('is not told by another operation, another contract, another event, or a transaction in no block', () => {
  const event = ended(own, true)
  for (const receipt of [
    null,
    {},
    { logs: [] },
    { logs: [ended(other, true)] },
    { logs: [{ ...event, address: zeroAddress }] },
    { logs: [{ ...event, topics: [other, own] }] },
    { logs: [{ ...event, data: event.data.slice(0, -2) }] },
    { logs: [{ ...event, data: `0x${'0'.repeat(127)}2${'0'.repeat(128)}` }] },
    { logs: [{ ...event, data: `0x${'f'.repeat(256)}` }] },
  ])
    expect(parseOutcome(receipt, own)).toBeUndefined()
})

it('is told or not, and never thrown, whatever a node answers', () => {
  const changes = fc.dictionary(fc.constantFrom('address', 'topics', 'data'), fc.anything())
  fc.assert(
    fc.property(fc.anything(), changes, (anything, changed) => {
      for (const receipt of [anything, { logs: anything }, { logs: [anything] }])
        expect(parseOutcome(receipt, own)).toBeUndefined()
      expect([true, undefined]).toContain(parseOutcome({ logs: [{ ...ended(own, true), ...changed }] }, own))
    }),
  )
})
