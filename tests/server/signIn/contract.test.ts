/** Sign-in of contract accounts, whose signatures the server checks at the nodes of its config. */
import { createPublicClient, createWalletClient, getAddress, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { testAccounts } from '../../../sandbox/accounts.ts'
import { params } from '../../runtime/siwx/signers.ts'
import { contractWallet } from '../../support/contractWallet.ts'
import { startHosted } from '../../support/hosted.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { openPage } from './page.ts'

const SITE = 'https://example.com'
const sandbox = useSandbox()
const keyAt = (index: number) => privateKeyToAccount(testAccounts[index]?.privateKey ?? '0x')
const owner = keyAt(3)
let rpc = ''
let address = ''
let hosted: Awaited<ReturnType<typeof startHosted>> | undefined
beforeAll(async () => {
  rpc = sandbox().chains[0]?.rpcUrl ?? ''
  const client = createWalletClient({ account: keyAt(9), transport: http(rpc) })
  const { abi, bytecode } = contractWallet
  const hash = await client.deployContract({ abi, bytecode, args: [owner.address], chain: null })
  const reads = createPublicClient({ transport: http(rpc) })
  const { contractAddress } = await reads.waitForTransactionReceipt({ hash })
  address = getAddress(contractAddress ?? '0x')
})
afterEach(() => hosted?.close())

/** The contract account, whose message this key signs. */
const by = (key: typeof owner) => ({
  chainId: 'eip155:31337' as const,
  address,
  sign: (message: string) => key.signMessage({ message }),
})
/** A page of a server whose config has these networks, and the server's log. */
const open = async (networks: readonly object[]) => {
  const server = await startHosted({ sites: [SITE], networks, signIn: { statement: params.statement } })
  hosted = server
  return { page: openPage(() => server.url(), SITE), log: () => server.lines.join('') }
}

it('is by the key that the contract accepts, as its node says', async () => {
  const { page } = await open([{ id: 31337, name: 'Sandbox', rpc }])
  expect((await page.enter(by(keyAt(4)))).answer).toMatchObject({ error: { code: 'signature' } })
  expect((await page.enter(by(owner))).status).toBe(200)
  expect(await page.who()).toBe(address)
})

it('is refused on a network that the config does not have', async () => {
  const { page } = await open([])
  expect((await page.enter(by(owner))).answer).toMatchObject({ error: { code: 'signature' } })
})

it('has to wait while the node is away, whose address is not in the log', async () => {
  const { page, log } = await open([{ id: 31337, name: 'Away', rpc: 'http://127.0.0.1:9/short-key' }])
  expect((await page.enter(by(owner))).answer).toMatchObject({ error: { code: 'unavailable' } })
  expect(log()).toContain('a sign-in failed')
  expect(log()).not.toContain('short-key')
})
