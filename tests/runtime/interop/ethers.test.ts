import { type JsonRpcSigner, parseEther, verifyMessage } from 'ethers'
import { expect, it } from 'vitest'
import { toBrowserProvider, toSigner, watchSigner } from '../../../runtime/interop/ethers.ts'
import { asked, balanceOf, freshAddress, makeInstance } from '../../support/instance.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { tip } from './examples/ethers.ts'
import { waitFor } from '../../support/waitFor.ts'

const sandbox = useSandbox()
const setup = async () => {
  const made = makeInstance(sandbox())
  await made.connect()
  return made
}

it('throws while nobody is connected', () => {
  const { kit } = makeInstance(sandbox())
  expect(() => toBrowserProvider(kit)).toThrow('No wallet is connected on eip155')
  expect(() => toSigner(kit)).toThrow('No wallet is connected on eip155')
})

it('has the account and the network of now, and asks the wallet for neither', async () => {
  const { kit, wallet } = await setup()
  const before = wallet.requests.length
  expect(toSigner(kit).address).toBe(sandbox().accounts[0]?.address)
  expect(wallet.requests).toHaveLength(before)
  const provider = toBrowserProvider(kit)
  await expect(provider.getNetwork()).resolves.toMatchObject({ chainId: 31337n })
  await expect(provider.getBlockNumber()).resolves.toBeTypeOf('number')
  await expect((await provider.getSigner()).getAddress()).resolves.toBe(sandbox().accounts[0]?.address)
  expect(asked(wallet, 'eth_requestAccounts')).toHaveLength(1)
})

it('signs', async () => {
  const { kit } = await setup()
  const signer = toSigner(kit)
  expect(verifyMessage('Hello', await signer.signMessage('Hello'))).toBe(signer.address)
})

it('sends, as the README shows it, and the receiver has it', async () => {
  const { kit } = await setup()
  const to = freshAddress()
  await expect(tip(kit, to)).resolves.toMatchObject({ status: 1 })
  expect(await balanceOf(sandbox().chains[0]?.rpcUrl ?? '', to)).toBe(parseEther('0.01'))
})

it('tells a refusal as ethers does, and asks once', async () => {
  const { kit, wallet } = await setup()
  wallet.set({ answer: 'reject' })
  const sending = toSigner(kit).sendTransaction({ to: freshAddress(), value: 1n })
  await expect(sending).rejects.toMatchObject({ code: 'ACTION_REJECTED' })
  expect(asked(wallet, 'eth_sendTransaction')).toHaveLength(1)
})

it('gives a new signer for another account and network; the old one sends nothing', async () => {
  const { kit, wallet } = await setup()
  const old = toSigner(kit)
  const seen: (JsonRpcSigner | undefined)[] = []
  const stop = watchSigner(kit, (signer) => void seen.push(signer))
  wallet.changeAccount(1)
  await waitFor(() => expect(seen.at(-1)?.address).toBe(sandbox().accounts[1]?.address))
  wallet.changeAccount(0)
  await kit.switchNetwork('eip155:31338')
  await waitFor(async () => expect((await seen.at(-1)?.provider.getNetwork())?.chainId).toBe(31338n))

  const fields = { to: freshAddress(), value: 1n }
  await expect(old.sendTransaction(fields)).rejects.toThrow(/network changed/)
  // ethers compares the networks for few transactions only, and not for these.
  await expect(old.sendUncheckedTransaction({ ...fields, gasLimit: 21_000n })).rejects.toThrow(/network changed/)
  expect(asked(wallet, 'eth_sendTransaction')).toEqual([])

  await kit.disconnect()
  await waitFor(() => expect(seen.at(-1)).toBeUndefined())
  stop()
})
