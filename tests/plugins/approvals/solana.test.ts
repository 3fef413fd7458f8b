/** Delegates of Solana's token accounts, on the sandbox's real token programs. */
import { Connection, Keypair } from '@solana/web3.js'
import { describe, expect, it, onTestFinished } from 'vitest'
import createApprovalsController from '../../../plugins/approvals/controller.ts'
import manifest from '../../../plugins/approvals/index.ts'
import { connect } from '../../../runtime/actions/connect.ts'
import eip155 from '../../../runtime/chains/eip155/index.ts'
import solana from '../../../runtime/chains/solana/index.ts'
import { createPluginKit } from '../../../runtime/host/createPluginKit.ts'
import { createTestSolanaWallet } from '../../../runtime/test/index.ts'
import { connectorOf } from '../../runtime/chains/solana/kit.ts'
import { confirmed } from '../../support/confirmSolana.ts'
import { makeKit, sandboxConfig } from '../../support/kit.ts'
import { otherNetworks } from '../../support/networks.ts'
import { useSandbox } from '../../support/sandbox.ts'
import { approval, freezing, issue, send, stranger, TOKEN, TOKEN_2022, U64_MAX } from '../../support/splTokens.ts'

const sandbox = useSandbox()
const chain = () => new Connection(sandbox().solana.rpcUrl, 'confirmed')

async function open() {
  const key = Keypair.generate()
  const signature = await chain().requestAirdrop(key.publicKey, 10_000_000_000)
  await confirmed(chain(), signature)
  const networks = otherNetworks(sandbox(), ['solana'])
  const kit = makeKit({ ...sandboxConfig(sandbox()), networks }, { chains: [eip155, solana], plugins: [manifest] })
  onTestFinished(() => kit.teardown.splice(0).forEach((stop) => stop()))
  const seed = `0x${Buffer.from(key.secretKey.slice(0, 32)).toString('hex')}` as const
  const wallet = createTestSolanaWallet({ keys: [seed], rpcUrl: sandbox().solana.rpcUrl })
  await connect(kit, connectorOf(wallet.wallet))
  const controller = createApprovalsController({ kit: createPluginKit(kit, manifest) })
  const section = () => controller.state.sections[0]
  const rows = () => (section()?.list ?? []).map(({ spender, amount }) => ({ spender, amount }))
  const asked = () => wallet.requests.filter(({ method }) => /signAndSend/.test(method)).length
  const chooseAll = () =>
    section()?.list?.forEach(({ key: each }) => controller.choose(section()?.network.caipNetworkId ?? '', each))
  /** A new token of the account, of which a stranger may take `amount`. */
  const delegated = async (amount: bigint, program = TOKEN, supply = 1_000n) => {
    const spender = stranger()
    const made = await issue(chain(), key, program, supply)
    await send(chain(), key, approval(made.account, key.publicKey, spender, amount, program))
    return { ...made, spender: spender.toBase58() }
  }
  return { kit, key, wallet, controller, section, rows, asked, chooseAll, delegated }
}

describe('delegates', () => {
  it('of both token programs are listed, unlimited ones first, and end in one transaction', async () => {
    const { kit, controller, section, rows, asked, chooseAll, delegated } = await open()
    const some = await delegated(250n)
    const endless = await delegated(U64_MAX, TOKEN_2022)
    await controller.load()
    expect(rows()).toEqual([
      { spender: endless.spender, amount: U64_MAX },
      { spender: some.spender, amount: 250n },
    ])
    chooseAll()
    await controller.end()
    expect(rows()).toEqual([])
    expect(section()?.chosen).toEqual([])
    expect(asked()).toBe(1)
    expect(kit.state.toast.message).toBe('Approvals ended: 2')
    const [sent] = createPluginKit(kit, manifest).chain.sent()
    expect(sent).toMatchObject({ status: 'confirmed', note: { kind: 'approve', out: { amount: '0' } } })
  }, 30_000)

  it('stay when the wallet refuses, which is said', async () => {
    const { kit, controller, rows, wallet, chooseAll, delegated } = await open()
    await delegated(250n)
    await controller.load()
    chooseAll()
    wallet.set({ answer: 'reject' })
    await controller.end()
    expect(rows()).toHaveLength(1)
    expect(kit.state.toast.message).toMatch('The approval was not ended')
    wallet.set({ answer: 'approve' })
    await controller.end()
    expect(rows()).toEqual([])
  }, 30_000)

  it('of a frozen account are listed last and cannot be chosen, because the network refuses to end them', async () => {
    const { kit, key, controller, section, rows, chooseAll, delegated } = await open()
    const frozen = await delegated(U64_MAX, TOKEN_2022)
    const some = await delegated(250n)
    const issuer = key.publicKey
    await send(chain(), key, freezing(frozen.account, frozen.mint, issuer, TOKEN_2022))
    const accounts = [{ address: frozen.account.toBase58(), program: TOKEN_2022.toBase58() }]
    const own = createPluginKit(kit, manifest).chain
    expect(await own.simulate(await own.buildRevocation({ accounts }))).toMatchObject({ status: 'reverted' })
    await controller.load()
    expect(rows().map(({ spender }) => spender)).toEqual([some.spender, frozen.spender])
    chooseAll()
    expect(section()?.chosen).toHaveLength(1)
    await controller.end()
    expect(rows().map(({ spender }) => spender)).toEqual([frozen.spender])
    await send(chain(), key, freezing(frozen.account, frozen.mint, issuer, TOKEN_2022, true))
    await controller.load()
    chooseAll()
    await controller.end()
    expect(rows()).toEqual([])
  }, 30_000)

  it('end in several transactions when they are more than one can hold', async () => {
    const { controller, section, asked, chooseAll, delegated } = await open()
    for (let at = 0; at < 21; at++) await delegated(5n)
    await controller.load()
    chooseAll()
    expect(section()?.chosen).toHaveLength(21)
    await controller.end()
    expect(section()?.list).toEqual([])
    expect(asked()).toBe(2)
  }, 120_000)

  it('are unavailable when the node does not answer, and read again on demand', async () => {
    const { controller, section, delegated } = await open()
    await delegated(250n)
    sandbox().faults.set({ path: '/rpc/solana', rpc: 'getTokenAccountsByOwner', kind: 'status', status: 500 })
    await controller.load()
    expect(section()).toMatchObject({ failed: true, list: undefined })
    sandbox().faults.clear()
    await controller.load()
    expect(section()).toMatchObject({ failed: false, list: [{ amount: 250n }] })
  }, 30_000)
})
