import { getAddress, parseEther, verifyMessage } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import adapter from '../../../../runtime/chains/eip155/adapter.ts'
import { isUserRejection } from '../../../../runtime/errors/rejection.ts'
import { CHAIN_ERROR_CODES } from '../../../../runtime/errors/rpc.ts'
import type { Kit } from '../../../../runtime/contracts/kit.ts'
import { createTestWallet, type TestWallet, type TestWalletOptions } from '../../../../runtime/test/index.ts'
import { useSandbox } from '../../../support/sandbox.ts'
import { useServer } from '../../../support/server.ts'
import { slowly } from '../../../support/kit.ts'
import { chainClients } from '../../../sandbox/chain.ts'
import { kitOf, methodsOf, networkOf } from './kit.ts'

const sandbox = useSandbox()
const node = useServer()
const one = () => networkOf(31337, sandbox().chains[0]?.rpcUrl ?? '', 'Sandbox One')
const two = () => networkOf(31338, sandbox().chains[1]?.rpcUrl ?? '', 'Sandbox Two')
const account = (at: number) => sandbox().accounts[at] ?? { address: '0x', privateKey: '0x' }
const token = (symbol: string) =>
  sandbox().tokens.find((each) => each.symbol === symbol && each.chainId === 31337)?.address ?? '0x'

/** A connected wallet that knows only Sandbox One. */
async function connected(options: Partial<TestWalletOptions> = {}): Promise<TestWallet> {
  const wallet = createTestWallet({
    chains: [{ id: 31337, rpcUrl: one().rpcUrls.default.http[0] ?? '' }],
    keys: [account(0).privateKey],
    ...options,
  })
  const switches = { answer: 'approve', ...options.switches } as const
  wallet.set({ answer: 'approve' })
  await wallet.provider.request({ method: 'eth_requestAccounts' })
  wallet.set(switches)
  return wallet
}
const providerOf = (request: (asked: { method: string; params?: unknown }) => unknown) => ({
  request: async (asked: { method: string; params?: unknown }) => request(asked),
})

let kit: Kit
beforeEach(() => void (kit = kitOf({ networks: [one(), two()] })))

describe('reads', () => {
  it('come from the network’s RPC', async () => {
    const balance = await adapter.getBalance?.(kit, two(), account(9).address)
    expect(balance).toBe(parseEther('10000'))
    expect(await adapter.getGasPrice?.(kit, one())).toBeGreaterThan(0n)
    const gas = await adapter.estimateGas?.(kit, {
      from: account(0).address,
      to: account(1).address,
      value: 1n,
      chain: one(),
    })
    expect(gas).toBe(21_000n)
  })

  it('return a token’s balance, decimals and symbol', async () => {
    const read = (symbol: string, at: number) => adapter.getToken?.(kit, one(), token(symbol), account(at).address)
    expect(await read('USDC', 2)).toEqual({ balance: 20_000_000n, decimals: 6, symbol: 'USDC' })
    expect(await read('DAI', 1)).toEqual({ balance: 250_000_000_000_000_000_001n, decimals: 18, symbol: 'DAI' })
    await expect(adapter.getToken?.(kit, one(), account(5).address, account(0).address)).rejects.toThrow(
      'was answered with "0x"',
    )
  })

  it('return a token’s symbol without what hides it or covers the lines around it', async () => {
    const { abi, bytecode } = await import('../../../../sandbox/contracts/artifacts/StandardToken.ts')
    const { address: owner, privateKey } = account(3)
    const chain = chainClients(sandbox(), 31337, privateKey)
    const read = async (symbol: string) => {
      const own = await chain.deploy(abi, bytecode, ['Odd', symbol, 6, [owner], [1n]])
      return (await adapter.getToken?.(kit, one(), own, owner))?.symbol
    }
    expect(await read(`US${'\u0338'.repeat(40)}DC\u115f\u2800`)).toBe(`US${'\u0338'.repeat(4)}DC`)
    expect(await read('\u3164\u2800')).toBe('')
  })

  it('share one POST per tick, with the chain id request after the chain', async () => {
    const before = sandbox().requests().length
    await Promise.all([adapter.getBalance?.(kit, one(), account(0).address), adapter.getGasPrice?.(kit, one())])
    expect(
      sandbox()
        .requests()
        .slice(before)
        .map(({ rpc }) => rpc),
    ).toEqual([['eth_getBalance', 'eth_gasPrice', 'eth_chainId']])
  })

  it('go to the service that the config names', async () => {
    kit = kitOf({ networks: [one(), two()], services: { rpc: sandbox().url } })
    await adapter.getBalance?.(kit, networkOf(31337, 'http://127.0.0.1:9/'), account(0).address)
    expect(sandbox().requests().at(-1)).toMatchObject({
      path: '/v1/',
      query: { chainId: 'eip155:31337', projectId: 'P' },
    })
  })

  it('are rejected when the node answers for another chain', async () => {
    const mixed = networkOf(31337, two().rpcUrls.default.http[0] ?? '')
    await expect(adapter.getBalance?.(kit, mixed, account(0).address)).rejects.toThrow(
      /serves chain 0x7a6a, not 0x7a69/,
    )
  })
})

describe('switchNetwork', () => {
  it('requests with the hex chain id', async () => {
    const wallet = await connected({
      chains: [one(), two()].map(({ id, rpcUrls }) => ({ id: Number(id), rpcUrl: rpcUrls.default.http[0] ?? '' })),
    })
    await adapter.switchNetwork?.(kit, wallet.provider, two())
    expect(wallet.requests.at(-1)).toEqual({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x7a6a' }] })
    expect(wallet.chainId()).toBe(31338)
  })

  it.each(['pending', 'internal', 'queue'] as const)(
    'rejoins a prompt that the wallet still shows, and asks for nothing else (%s)',
    async (again) => {
      const chains = [one(), two()].map(({ id, rpcUrls }) => {
        return { id: Number(id), rpcUrl: rpcUrls.default.http[0] ?? '' }
      })
      const wallet = await connected({ chains })
      wallet.set({ answer: 'hold', again })
      const both = [0, 1].map(async () => adapter.switchNetwork?.(kit, wallet.provider, two()))
      await expect.poll(() => methodsOf(wallet).slice(1)).toHaveLength(2)
      wallet.settle('approve')
      await Promise.all(both)
      expect(wallet.chainId()).toBe(31338)
      expect(new Set(methodsOf(wallet).slice(1))).toEqual(new Set(['wallet_switchEthereumChain']))
    },
  )

  it('adds a chain that the wallet does not know: 4902 [S8.code.01]', async () => {
    expect(CHAIN_ERROR_CODES.unrecognizedChain).toBe(4902)
    const wallet = await connected()
    await adapter.switchNetwork?.(kit, wallet.provider, two())
    expect(wallet.chainId()).toBe(31338)
    expect(methodsOf(wallet).slice(1)).toEqual(['wallet_switchEthereumChain', 'wallet_addEthereumChain', 'eth_chainId'])
    expect(wallet.requests[2]?.params).toEqual([
      {
        chainId: '0x7a6a',
        chainName: 'Sandbox Two',
        rpcUrls: two().rpcUrls.chainDefault?.http,
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        blockExplorerUrls: ['https://scan.example'],
      },
    ])
  })

  it('offers the network’s own URLs, never a service’s', async () => {
    const wallet = await connected()
    const network = {
      ...two(),
      rpcUrls: { default: { http: ['https://paid.example/key'] }, chainDefault: two().rpcUrls.default },
    }
    await adapter.switchNetwork?.(kit, wallet.provider, network)
    expect(JSON.stringify(wallet.requests)).not.toContain('paid.example')
  })

  it('requests again when the wallet added the chain but did not switch', async () => {
    const wallet = await connected({ switches: { add: 'stay' } })
    await adapter.switchNetwork?.(kit, wallet.provider, two())
    expect(wallet.chainId()).toBe(31338)
    expect(methodsOf(wallet).filter((method) => method === 'wallet_switchEthereumChain')).toHaveLength(2)
  })

  it.each([
    [{ code: 4902, message: '' }],
    [{ code: 5000, message: '' }],
    [{ code: 32603, message: '' }],
    [{ code: -32603, message: '', data: { originalError: { code: 4902 } } }],
    [{ code: -32600, message: 'Chain Id not supported' }],
    [new Error('Unrecognized chain ID "0x7a6a". Try adding the chain using wallet_addEthereumChain first.')],
  ])('treats %j as an unknown chain', async (error) => {
    const asked: string[] = []
    const provider = providerOf(({ method }) => {
      asked.push(method)
      // oxlint-disable-next-line typescript/only-throw-error -- wallets throw plain objects
      if (method === 'wallet_switchEthereumChain') throw error
      return method === 'eth_chainId' ? '0x7a6a' : null
    })
    await adapter.switchNetwork?.(kit, provider, two())
    expect(asked).toEqual(['wallet_switchEthereumChain', 'wallet_addEthereumChain', 'eth_chainId'])
  })

  it.each(['reject', 'fail'] as const)('reports "Chain is not supported" when adding fails: %s', async (add) => {
    const wallet = await connected({ switches: { add } })
    const error: unknown = await adapter.switchNetwork?.(kit, wallet.provider, two()).catch((each: unknown) => each)
    expect(error).toMatchObject({ code: 'CHAIN_NOT_SUPPORTED', message: 'Chain is not supported' })
    expect(wallet.chainId()).toBe(31337)
  })

  it.each(['error', 'plain', 'internal'] as const)('does not add the chain after a rejection: %s', async (refusal) => {
    const chains = [one(), two()].map(({ id, rpcUrls }) => ({ id: Number(id), rpcUrl: rpcUrls.default.http[0] ?? '' }))
    const wallet = await connected({ chains, switches: { answer: 'reject', refusal } })
    const error: unknown = await adapter.switchNetwork?.(kit, wallet.provider, two()).catch((each: unknown) => each)
    expect(isUserRejection(error)).toBe(true)
    expect(methodsOf(wallet)).not.toContain('wallet_addEthereumChain')
  })
})

describe('signMessage', () => {
  it('sends personal_sign with the message in hex, and the signature is the account’s', async () => {
    const wallet = await connected()
    const message = 'Grüße 👋\nline two'
    const signature = await adapter.signMessage?.(kit, wallet.provider, account(0).address, message)
    const hex = `0x${Buffer.from(message).toString('hex')}`
    expect(wallet.requests.at(-1)).toEqual({ method: 'personal_sign', params: [hex, account(0).address] })
    expect(await verifyMessage({ address: account(0).address, message, signature: signature as `0x${string}` })).toBe(
      true,
    )
  })

  it.each([undefined, '', '0x', 'signed', '0x123', 7])('rejects the signature %j', async (answer) => {
    await expect(
      adapter.signMessage?.(
        kit,
        providerOf(() => answer),
        account(0).address,
        'm',
      ),
    ).rejects.toThrow('personal_sign was answered with')
  })
})

describe('sendTransaction', () => {
  it('moves exactly the value, and the receipt confirms it', async () => {
    const wallet = await connected()
    const before = await adapter.getBalance?.(kit, one(), account(7).address)
    const request = { from: account(0).address, to: account(7).address, value: 10_000_000_000_000_001n, chain: one() }
    const hash = (await adapter.sendTransaction?.(kit, wallet.provider, request)) ?? ''
    expect(wallet.requests.at(-1)).toEqual({
      method: 'eth_sendTransaction',
      params: [{ from: request.from, to: request.to, value: '0x2386f26fc10001', chainId: '0x7a69' }],
    })
    expect(await adapter.waitForTransaction?.(kit, one(), hash)).toEqual({ status: 'success', hash })
    const after = await adapter.getBalance?.(kit, one(), account(7).address)
    expect((after ?? 0n) - (before ?? 0n)).toBe(10_000_000_000_000_001n)
  })

  it('makes no request to a wallet that is on another network', async () => {
    const wallet = await connected()
    const request = { from: account(0).address, to: account(1).address, value: 1n, chain: two() }
    await expect(adapter.sendTransaction?.(kit, wallet.provider, request)).rejects.toThrow(
      'The wallet is not on Sandbox Two',
    )
    expect(methodsOf(wallet)).not.toContain('eth_sendTransaction')
  })

  it('makes no request to a wallet that does not report its network within 3 s', async () => {
    const wallet = await connected()
    const request = { from: account(0).address, to: account(1).address, value: 1n, chain: one() }
    const silent = slowly(wallet.provider, 'eth_chainId', undefined)
    await expect(adapter.sendTransaction?.(kit, silent, request)).rejects.toThrow(
      'The wallet does not say which network it is on',
    )
    expect(methodsOf(wallet)).not.toContain('eth_sendTransaction')
  })

  it.each([undefined, null, '', '0x12', `0x${'g'.repeat(64)}`, `0x${'1'.repeat(65)}`, { hash: '0x' }])(
    'rejects the hash %j',
    async (answer) => {
      let asked = 0
      const provider = providerOf(({ method }) => (method === 'eth_chainId' ? '0x7a69' : (asked++, answer)))
      const request = { from: account(0).address, to: account(1).address, value: 1n, chain: one() }
      await expect(adapter.sendTransaction?.(kit, provider, request)).rejects.toThrow(
        'eth_sendTransaction was answered with',
      )
      expect(asked).toBe(1)
    },
  )
})

describe('buildTransfer', () => {
  it.each(['DAI', 'USDT'])('moves %s to the unit', async (symbol) => {
    const wallet = await connected()
    const [to, amount] = [account(8).address, 1_000_001n]
    const request = await adapter.buildTransfer?.(kit, {
      from: account(0).address,
      to,
      token: token(symbol),
      amount,
      chain: one(),
    })
    if (!request) throw new Error('No transfer')
    expect(request.data?.slice(0, 10)).toBe('0xa9059cbb')
    const before = await adapter.getToken?.(kit, one(), token(symbol), to)
    const hash = (await adapter.sendTransaction?.(kit, wallet.provider, request)) ?? ''
    expect(await adapter.waitForTransaction?.(kit, one(), hash)).toMatchObject({ status: 'success' })
    const after = await adapter.getToken?.(kit, one(), token(symbol), to)
    expect((after?.balance ?? 0n) - (before?.balance ?? 0n)).toBe(amount)
  })

  it('continues when the node cannot simulate it', async () => {
    const dead = networkOf(31337, 'http://127.0.0.1:9/')
    const transfer = { from: account(0).address, to: account(1).address, token: token('DAI'), amount: 5n, chain: dead }
    await expect(adapter.buildTransfer?.(kit, transfer)).resolves.toMatchObject({ to: token('DAI'), chain: dead })
  })

  it('rejects a token whose transfer would return false, unless the token is listed as returning nothing', async () => {
    type Question = { id: number; method: string }
    const reply = ({ id, method }: Question) => ({
      jsonrpc: '2.0',
      id,
      result: method === 'eth_chainId' ? '0x7a69' : `0x${'0'.repeat(64)}`,
    })
    node.answer(({ body }) => {
      const asked = JSON.parse(body) as Question | Question[]
      return Array.isArray(asked) ? asked.map(reply) : reply(asked)
    })
    const chain = networkOf(31337, node.url)
    const transfer = { from: account(0).address, to: account(1).address, token: token('DAI'), amount: 5n, chain }
    const own = kitOf({ networks: [chain] })
    await expect(adapter.buildTransfer?.(own, transfer)).rejects.toThrow('The token refuses this transfer')
    const noReturnTokens = [`eip155:31337:${token('DAI')}`]
    await expect(adapter.buildTransfer?.(own, { ...transfer, noReturnTokens })).resolves.toMatchObject({ chain })
  })
})

describe("the wallet's capabilities", () => {
  const capabilities = {
    '0x7A69': { assetDiscovery: { supported: true } },
    '0x1': 'no',
    '31338': { atomic: { status: 'ready' } },
  }

  it('are requested with the address, and read by hex chain id', async () => {
    const wallet = await connected({ capabilities, assets: { '0x7a69': [] } })
    expect(await adapter.getCapabilities?.(kit, wallet.provider, account(0).address)).toEqual({
      '0x7a69': { assetDiscovery: { supported: true } },
      '0x7a6a': { atomic: { status: 'ready' } },
    })
    expect(wallet.requests.at(-1)).toEqual({ method: 'wallet_getCapabilities', params: [account(0).address] })
    expect(await adapter.getAssets?.(kit, wallet.provider, account(0).address, one())).toEqual({ '0x7a69': [] })
    expect(wallet.requests.at(-1)?.params).toEqual([{ account: account(0).address, chainFilter: ['0x7a69'] }])
  })

  it('throw what the wallet throws', async () => {
    const wallet = await connected()
    await expect(adapter.getCapabilities?.(kit, wallet.provider, account(0).address)).rejects.toMatchObject({
      code: 4200,
    })
    await expect(
      adapter.getCapabilities?.(
        kit,
        providerOf(() => 'all'),
        account(0).address,
      ),
    ).rejects.toThrow('was answered with "all"')
  })
})

describe('isAddress', () => {
  it('accepts any case, but detects a mistyped letter by the checksum', () => {
    const { address } = account(0)
    expect(address).toBe(getAddress(address))
    expect(
      [address, address.toLowerCase(), `0x${address.slice(2).toUpperCase()}`].map((text) => adapter.isAddress?.(text)),
    ).toEqual([true, true, true])
    expect(adapter.isAddress?.(address.replace('f39F', 'f39f'))).toBe(false)
    expect(adapter.isAddress?.(address.slice(2))).toBe(false)
  })
})
