/** The provider of a remote session, with the sandbox's remote wallet behind it. */
import { base58, base64 } from '@scure/base'
import type { Transaction } from '@solana/web3.js'
import { VersionedTransaction } from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { createSolana } from '../../../../sandbox/wallet/namespaces/solana.ts'
import { startSession } from '../../../../runtime/actions/session.ts'
import adapter from '../../../../runtime/chains/solana/adapter.ts'
import type { SolanaProvider } from '../../../../runtime/chains/solana/index.ts'
import { waitForTransaction } from '../../../../runtime/chains/solana/waitForTransaction.ts'
import wrapRequests from '../../../../runtime/chains/solana/wrapRequests.ts'
import { SESSION_METHODS } from '../../../../runtime/chains/families.ts'
import { WalletKitError } from '../../../../runtime/errors/base.ts'
import type { Driver } from '../../../../runtime/contracts/connector.ts'
import { useSandbox } from '../../../support/sandbox.ts'
import { connectorOf, devnet, isSignedBy, kitOf, local, mainnet } from './kit.ts'
import { legacy, versioned } from './transactions.ts'
import { FIRST, SECOND, THIRD } from './wallet.ts'
import { connectionOf } from '../../../../runtime/state/connections.ts'

const sandbox = useSandbox()
const text = new TextEncoder().encode('Good morning')
/** The methods of a session with a wallet that cannot send. */
const SIGNING = ['solana_signMessage', 'solana_signTransaction', 'solana_signAllTransactions']

type Options = {
  methods?: readonly string[]
  /** Whether the session has and names its methods; if not, it refuses to tell them. */
  tells?: boolean
  /** Answers that replace those of the wallet. */
  answers?: Record<string, (params: never) => unknown>
}

async function setUp({ methods = SIGNING, tells = true, answers = {} }: Options = {}) {
  const chain = local(sandbox().solana.rpcUrl)
  const kit = kitOf([chain, mainnet()])
  const remoteWallet = createSolana(sandbox().solana.rpcUrl)
  const asked: [method: string, params: unknown][] = []
  const provider = wrapRequests(kit, {
    request: async ({ method, params }) => {
      asked.push([method, params])
      if (!methods.includes(method)) throw new WalletKitError('METHOD_REFUSED', 'Requested RPC call is not allowed')
      const own = answers[method]
      if (own) return own(params as never)
      return remoteWallet.sign({ method, params, chainId: chain.caipNetworkId, exposed: [FIRST, SECOND] })
    },
    on: () => {},
    removeListener: () => {},
    ...(tells && { offers: (method: string) => methods.includes(method) }),
  })
  const driver: Driver = {
    connect: async () => ({
      accounts: [{ address: FIRST }, { address: SECOND }],
      caipNetworkId: chain.caipNetworkId,
      provider,
      approvedCaipNetworkIds: [chain.caipNetworkId],
    }),
    resume: async () => undefined,
    disconnect: async () => undefined,
    watch: () => () => {},
  }
  const connector = { ...connectorOf(undefined), driver: async () => ({ default: driver }) }
  await startSession(kit, { connector, driver, session: await driver.connect(kit, connector) })
  return {
    kit,
    chain,
    asked,
    provider: connectionOf(kit, 'solana')?.provider as SolanaProvider,
    names: () => asked.map(([m]) => m),
  }
}

it('requests signatures of messages and transactions, sending and accounts from a wallet [S7.methods.02]', () => {
  const sign = ['signMessage', 'signTransaction', 'signAllTransactions', 'signAndSendTransaction']
  const methods = [...sign, 'getAccounts', 'requestAccounts'].map((name) => `solana_${name}`)
  expect([...SESSION_METHODS.solana].sort()).toEqual(methods.sort())
  expect(SESSION_METHODS.solana).toEqual(expect.arrayContaining(SIGNING))
})

describe('a remote session', () => {
  it('has the accounts of the kit, and the approved networks', async () => {
    const { provider } = await setUp()
    expect(provider.address).toBe(FIRST)
    expect(await provider.getAccounts()).toEqual([FIRST, SECOND])
    const networks = [local(), devnet()].map(({ caipNetworkId }) => provider.supports(caipNetworkId))
    expect(networks).toEqual([true, false])
  })

  it('signs messages in base58', async () => {
    const { kit, provider, asked } = await setUp()
    expect(isSignedBy(FIRST, text, await provider.signMessage(text))).toBe(true)
    expect(asked).toEqual([['solana_signMessage', { message: base58.encode(text), pubkey: FIRST }]])
    const signature = (await adapter.signMessage?.(kit, provider, FIRST, 'Good morning')) ?? ''
    expect(isSignedBy(FIRST, text, base58.decode(signature))).toBe(true)
  })

  it('signs transactions in any form', async () => {
    const { provider, asked } = await setUp()
    const [old, next] = [legacy(FIRST, THIRD), versioned(FIRST, THIRD)]
    expect((await provider.signTransaction(old)).verifySignatures()).toBe(true)
    expect(asked[0]?.[1]).toMatchObject({ pubkey: FIRST })
    const { signatures } = await provider.signTransaction(next)
    expect(isSignedBy(FIRST, next.message.serialize(), signatures[0] ?? text)).toBe(true)
    const signed = base64.decode(await provider.signTransaction(base64.encode(next.serialize())))
    expect(VersionedTransaction.deserialize(signed).signatures).toEqual(signatures)
  })

  it('accepts a bare signature, as older wallets answer', async () => {
    const sign = async (params: object) => {
      const asked = { method: 'solana_signTransaction', params, chainId: local().caipNetworkId, exposed: [FIRST] }
      const { signature } = (await createSolana().sign(asked)) as { signature: string }
      return { signature }
    }
    const { provider } = await setUp({ answers: { solana_signTransaction: sign } })
    expect((await provider.signTransaction(legacy(FIRST, THIRD))).verifySignatures()).toBe(true)
  })

  it('signs many in one request, or one by one when the session lacks that method', async () => {
    const many = () => [legacy(FIRST, THIRD, { lamports: 1 }), legacy(FIRST, THIRD, { lamports: 2 })]
    const valid = (signed: Transaction[]) => signed.map((each) => each.verifySignatures())
    const whole = await setUp()
    expect(valid(await whole.provider.signAllTransactions(many()))).toEqual([true, true])
    expect(whole.names()).toEqual(['solana_signAllTransactions'])
    const methods = ['solana_signTransaction']
    const single = await setUp({ methods })
    expect(valid(await single.provider.signAllTransactions(many()))).toEqual([true, true])
    expect(single.names()).toEqual(['solana_signTransaction', 'solana_signTransaction'])
  })

  it('that cannot send has its transactions sent by the page', async () => {
    const { kit, chain, provider, names } = await setUp()
    const before = (await adapter.getBalance?.(kit, chain, SECOND)) ?? 0n
    const value = 7n
    const request = { from: FIRST, to: SECOND, value, chain }
    const hash = (await adapter.sendTransaction?.(kit, provider, request)) ?? ''
    await waitForTransaction(kit, chain, hash, { interval: 50 })
    expect(await adapter.getBalance?.(kit, chain, SECOND)).toBe(before + value)
    expect(names()).toEqual(['solana_signTransaction'])
  })

  it.each([true, false])(
    'is asked once: a refusal after that starts no second request (it reports: %s)',
    async (tells) => {
      const refuse = () => {
        throw new WalletKitError('METHOD_REFUSED', 'Requested RPC call is not allowed')
      }
      const [send, all] = ['solana_signAndSendTransaction', 'solana_signAllTransactions']
      const answers = { [send]: refuse, [all]: refuse }
      const { kit, chain, provider, names } = await setUp({ methods: [...SIGNING, send], answers, tells })
      const request = { from: FIRST, to: SECOND, value: 8n, chain }
      await expect(adapter.sendTransaction?.(kit, provider, request)).rejects.toThrow('not allowed')
      const many = [legacy(FIRST, THIRD, { lamports: 1 }), legacy(FIRST, THIRD, { lamports: 2 })]
      await expect(provider.signAllTransactions(many)).rejects.toThrow('not allowed')
      expect(names()).toEqual([send, all])
    },
  )

  it('that can send moves the money itself', async () => {
    const { kit, chain, provider, names } = await setUp({ methods: ['solana_signAndSendTransaction'] })
    const before = (await adapter.getBalance?.(kit, chain, SECOND)) ?? 0n
    const request = { from: FIRST, to: SECOND, value: 9n, chain }
    const hash = (await adapter.sendTransaction?.(kit, provider, request)) ?? ''
    await waitForTransaction(kit, chain, hash, { interval: 50 })
    expect(await adapter.getBalance?.(kit, chain, SECOND)).toBe(before + 9n)
    expect(names()).toEqual(['solana_signAndSendTransaction'])
  })

  it('that can send receives the send options', async () => {
    const signature = base58.encode(new Uint8Array(64).fill(3))
    const { provider, asked } = await setUp({
      methods: ['solana_signAndSendTransaction'],
      answers: { solana_signAndSendTransaction: () => ({ signature }) },
    })
    const transaction = versioned(FIRST, THIRD)
    const options = { preflightCommitment: 'max', skipPreflight: false } as const
    expect(await provider.signAndSendTransaction(transaction, options)).toBe(signature)
    const sendOptions = { preflightCommitment: 'finalized', skipPreflight: false }
    const params = { transaction: base64.encode(transaction.serialize()), pubkey: FIRST, sendOptions }
    expect(asked).toEqual([['solana_signAndSendTransaction', params]])
  })

  it.each(['solana_signMessage', 'solana_signTransaction', 'solana_signAllTransactions'])(
    'that answers %s with invalid data is rejected',
    async (method) => {
      for (const answer of [null, {}, { signature: 'abc' }, { transactions: ['AAAA'] }, { transaction: 'AAAA' }]) {
        const { provider } = await setUp({ answers: { [method]: () => answer } })
        const ask = {
          solana_signMessage: () => provider.signMessage(text),
          solana_signTransaction: () => provider.signTransaction(versioned(FIRST, THIRD)),
          solana_signAllTransactions: () =>
            provider.signAllTransactions([versioned(FIRST, THIRD), versioned(FIRST, THIRD)]),
        }[method]
        await expect(ask?.()).rejects.toThrow(`${method} was answered with`)
      }
    },
  )

  it('passes a rejection on unchanged, as well as unknown methods', async () => {
    const refused = () => {
      throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
    }
    const { provider } = await setUp({ answers: { solana_signMessage: refused } })
    await expect(provider.signMessage(text)).rejects.toMatchObject({ code: 4001 })
    await expect(provider.request({ method: 'solana_other' })).rejects.toMatchObject({ code: 'METHOD_REFUSED' })
  })

  it('signs nothing on an unapproved network', async () => {
    const { kit, provider, asked } = await setUp()
    await expect(adapter.switchNetwork?.(kit, provider, mainnet())).rejects.toMatchObject({
      code: 'CHAIN_NOT_SUPPORTED',
    })
    kit.state.networks.solana.caipNetwork = mainnet()
    await expect(provider.signMessage(text)).rejects.toMatchObject({ code: 'CHAIN_NOT_SUPPORTED' })
    expect(asked).toEqual([])
  })
})
