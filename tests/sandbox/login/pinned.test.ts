/** A request runs on the network and with the account that it names, or fails. */
import { beforeAll, expect, it } from 'vitest'
import { useSandbox } from '../../support/sandbox.ts'
import { tokenOf } from '../chain.ts'
import { openBrowser, someEmail, type Browser } from './browser.ts'

const sandbox = useSandbox()
let browser: Browser
let [eoa, smart] = ['', '']
beforeAll(async () => {
  browser = await openBrowser(sandbox())
  await browser.login(someEmail())
  const { accounts } = await browser.user()
  eoa = accounts.find(({ type }) => type === 'eoa')?.address ?? ''
  smart = accounts.find(({ type }) => type === 'smartAccount')?.address ?? ''
})
const refusal = async (method: string, params: unknown) =>
  (await browser.ask('RPC_REQUEST', { method, params, chainId: 31337 }, 31337)).message ?? ''
const batch = () => ({ from: smart, calls: [{ to: eoa, value: '0x1' }] })

it('never runs a request for another network', async () => {
  const message = 'This request is for eip155:1, but it would run on eip155:31337'
  for (const chainId of ['0x1', 1, 'eip155:1']) {
    expect(await refusal('eth_sendTransaction', [{ from: eoa, to: eoa, value: '0x1', chainId }])).toBe(message)
    expect(await refusal('wallet_sendCalls', [{ ...batch(), chainId }])).toBe(message)
  }
  expect(await refusal('eth_sendTransaction', [{ from: eoa, to: eoa, value: '0x1', chainId: 'x' }])).toBe(
    'Network not found',
  )
  expect(await browser.rpc('eth_sendTransaction', [{ from: eoa, to: eoa, value: '0x1', chainId: '0x7a69' }])).toMatch(
    /^0x/,
  )
})

it('grants no permission in the name of another account than the one that grants it', async () => {
  const token = tokenOf(sandbox(), 'DAI', 31337).address
  const permissions = [{ type: 'contract-call', data: { address: token, functions: [{ selector: '0x12345678' }] } }]
  const signer = { type: 'account', data: { id: `0x${'7'.repeat(40)}` } }
  const grant = { expiry: Math.floor(Date.now() / 1000) + 3600, signer, permissions }
  expect(await refusal('wallet_grantPermissions', [{ ...grant, address: eoa }])).toContain('Only the smart account')
  expect(await browser.rpc('wallet_grantPermissions', [{ ...grant, address: smart }])).toMatchObject({ address: smart })
})
