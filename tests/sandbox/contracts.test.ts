import { readFileSync } from 'node:fs'
import { encodeFunctionData, erc20Abi, toHex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import { testAccounts, testMnemonic } from '../../sandbox/accounts.ts'
import { artifactFile, compileContracts, contractNames } from '../../sandbox/compile.ts'
import { useSandbox } from '../support/sandbox.ts'
import { chainClients, tokenOf } from './chain.ts'

const sandbox = useSandbox()
const [first, second] = testAccounts
if (!first || !second) throw new Error('No test accounts')

it('compiling again gives the committed artefacts, byte for byte', () => {
  const texts = compileContracts()
  for (const name of contractNames) expect(readFileSync(artifactFile(name), 'utf8')).toBe(texts[name])
}, 60_000)

it('the test accounts are those of the well-known mnemonic', () => {
  for (const [addressIndex, { address, privateKey }] of testAccounts.entries()) {
    const account = mnemonicToAccount(testMnemonic, { addressIndex })
    const key = account.getHdKey().privateKey
    expect([address, privateKey]).toEqual([account.address, key && toHex(key)])
  }
})

it('the tokens are at the same addresses on both chains, and in every sandbox', () => {
  const at = (chainId: number) =>
    sandbox()
      .tokens.filter((token) => token.chainId === chainId)
      .map(({ symbol, kind, decimals, address }) => [symbol, kind, decimals, address])
  expect(at(31337)).toEqual(at(31338))
  expect(at(31337)).toEqual([
    ['DAI', 'standard', 18, '0xe0D897838eA6D8B9cdC0248215D6754582fA1AAf'],
    ['USDC', 'standard', 6, '0x91bb7CfEF26c7c756a4b4329437c0efC3C79da47'],
    ['USDT', 'usdt-like', 6, '0x4eddc468B5F3F675B5c7e9837115dBB43F60eD62'],
    ['CLAIM', 'spam', 18, '0x7296C9D7BDE647261577Ef8bb62F0c0B85B57154'],
  ])
})

it('the standard token returns true, the USDT-like one nothing, the spam token reverts', async () => {
  const chain = chainClients(sandbox(), 31337, first.privateKey)
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [second.address, 1n] })
  const address = (symbol: string) => tokenOf(sandbox(), symbol, 31337).address
  expect((await chain.call(address('USDC'), data)).data).toBe(`0x${'0'.repeat(63)}1`)
  expect((await chain.call(address('USDT'), data)).data).toBeUndefined()
  await expect(chain.call(address('CLAIM'), data)).rejects.toThrow(/revert/)
})

it('a transfer of more than is held reverts', async () => {
  const chain = chainClients(sandbox(), 31337, second.privateKey)
  for (const symbol of ['DAI', 'USDT']) {
    const token = tokenOf(sandbox(), symbol, 31337)
    const held = await chain.balanceOf(token, second.address)
    await expect(chain.write(token, 'transfer', [first.address, held + 1n])).rejects.toThrow(/revert/)
    expect(await chain.balanceOf(token, second.address)).toBe(held)
  }
})

it('the USDT-like allowance goes from one amount to another by way of zero only', async () => {
  const chain = chainClients(sandbox(), 31338, first.privateKey)
  const token = tokenOf(sandbox(), 'USDT', 31338)
  await chain.write(token, 'approve', [second.address, 5n])
  await expect(chain.write(token, 'approve', [second.address, 6n])).rejects.toThrow(/revert/)
  await chain.write(token, 'approve', [second.address, 0n])
  await chain.write(token, 'approve', [second.address, 6n])
})
