import { parseEther } from 'viem'
import { toSimple7702SmartAccount } from 'viem/account-abstraction'
import { expect, it } from 'vitest'
import { useSandbox } from '../../support/sandbox.ts'
import { anyone, viemClients } from './clients.ts'

const sandbox = useSandbox()

it('an EOA that delegates sends user operations from its own address', async () => {
  const { smartAccounts } = sandbox()
  const { reader } = viemClients(sandbox())
  const [owner, first, second] = [anyone(), anyone().address, anyone().address]
  expect(await smartAccounts.isDelegated(31337, owner.address)).toBe(false)
  await smartAccounts.delegate(31337, owner)
  expect(await smartAccounts.isDelegated(31337, owner.address)).toBe(true)
  expect(await reader.getCode({ address: owner.address })).toBe(
    `0xef0100${smartAccounts.implementation.slice(2).toLowerCase()}`,
  )

  const calls = [
    { to: first, value: 3n },
    { to: second, value: 4n },
  ]
  const sent = await smartAccounts.sendCalls(31337, owner, calls, 'delegated')
  const { receipt, success } = await sent.wait()
  expect(success).toBe(true)
  expect(receipt.from).not.toBe(owner.address.toLowerCase())
  expect([await reader.getBalance({ address: first }), await reader.getBalance({ address: second })]).toEqual([3n, 4n])
  // The plain account has paid, and its only transaction count comes from the authorization.
  expect(await reader.getBalance({ address: owner.address })).toBeLessThan(parseEther('1'))
  expect(await reader.getTransactionCount({ address: owner.address })).toBe(1)
})

it('the first user operation of an EOA brings its authorization along', async () => {
  const { smartAccounts } = sandbox()
  const { reader } = viemClients(sandbox())
  const [owner, other] = [anyone(), anyone().address]
  const sent = await smartAccounts.sendCalls(31337, owner, [{ to: other, value: 2n }], 'delegated')
  const { transactionHash } = await sent.wait()
  expect(await reader.getTransaction({ hash: transactionHash })).toMatchObject({ type: 'eip7702' })
  expect(await reader.getBalance({ address: other })).toBe(2n)
  expect(await smartAccounts.isDelegated(31337, owner.address)).toBe(true)
})

it('sessions and ordinary signatures work at the EOA; its own key stays the owner', async () => {
  const { smartAccounts } = sandbox()
  const { reader } = viemClients(sandbox())
  const [owner, key, target] = [anyone(), anyone(), anyone().address]
  const expiry = Math.floor(Date.now() / 1000) + 600
  const grant = { key: key.address, expiry, targets: [target], maxValue: 5n }
  await (await smartAccounts.grantSession(31337, owner, grant, 'delegated')).wait()
  await (await smartAccounts.sendCallsWith(31337, key, owner.address, [{ to: target, value: 5n }])).wait()
  expect(await reader.getBalance({ address: target })).toBe(5n)
  const over = smartAccounts.sendCallsWith(31337, key, owner.address, [{ to: target, value: 1n }])
  await expect(over).rejects.toMatchObject({ code: -32507 })

  const signature = await owner.signMessage({ message: 'Hello' })
  expect(await reader.verifyMessage({ address: owner.address, message: 'Hello', signature })).toBe(true)
  const foreign = await key.signMessage({ message: 'Hello' })
  expect(await reader.verifyMessage({ address: owner.address, message: 'Hello', signature: foreign })).toBe(false)
})

it("viem's own 7702 account works with the account's code, authorized on the way", async () => {
  const { smartAccounts } = sandbox()
  const { reader, bundler } = viemClients(sandbox())
  const [owner, other] = [anyone(), anyone().address]
  await smartAccounts.fund(31337, owner.address)
  const { implementation } = smartAccounts
  const account = await toSimple7702SmartAccount({ client: reader, owner, implementation })
  const authorization = await owner.signAuthorization({ address: implementation, chainId: 31337, nonce: 0 })
  const calls = [{ to: other, value: 6n }]
  const hash = await bundler.sendUserOperation({ account, calls, authorization })
  expect(await bundler.waitForUserOperationReceipt({ hash })).toMatchObject({ success: true, sender: owner.address })
  const again = await bundler.sendUserOperation({ account, calls: [{ to: other, value: 1n }] })
  expect(await bundler.waitForUserOperationReceipt({ hash: again })).toMatchObject({ success: true })
  expect(await reader.getBalance({ address: other })).toBe(7n)
})

it('an authorization that the chain would skip is refused', async () => {
  const { smartAccounts } = sandbox()
  const { reader, bundler } = viemClients(sandbox())
  const [owner, stranger] = [anyone(), anyone()]
  await smartAccounts.fund(31337, owner.address)
  const { implementation } = smartAccounts
  const account = await toSimple7702SmartAccount({ client: reader, owner, implementation })
  const calls = [{ to: stranger.address, value: 6n }]
  const wrong = [
    [stranger, { address: implementation, chainId: 31337, nonce: 0 }, /not signed by the sender/],
    [owner, { address: implementation, chainId: 31338, nonce: 0 }, /is for chain 31338/],
    [owner, { address: implementation, chainId: 31337, nonce: 3 }, /has nonce 3, the account is at 0/],
  ] as const
  for (const [signer, unsigned, message] of wrong) {
    const authorization = await signer.signAuthorization(unsigned)
    await expect(bundler.sendUserOperation({ account, calls, authorization })).rejects.toThrow(message)
  }
  expect(await reader.getCode({ address: owner.address })).toBeUndefined()
})
