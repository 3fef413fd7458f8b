/** What a spender's address is, asked of a real chain. */
import { encodeFunctionData, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import { describe as read } from '../../../../runtime/auth/describe/index.ts'
import { takerOf } from '../../../../runtime/auth/describe/described.ts'
import { isPersonOn } from '../../../../runtime/auth/views/usePeople.ts'
import { readTokenOn } from '../../../../runtime/auth/views/readTokenOn.ts'
import { makeKit, network } from '../../../support/kit.ts'
import { useSandbox } from '../../../support/sandbox.ts'
import { typesOf } from '../../../support/typesOf.ts'

const sandbox = useSandbox()
const at = (url: string) => ({ ...network(31337), rpcUrls: { default: { http: [url] } } })

describe('an address', () => {
  it('is looked up on the network of the request, also while a wallet on another network is the active one', async () => {
    const { chains, tokens, accounts } = sandbox()
    const kit = makeKit({ networks: [at(chains[0]?.rpcUrl ?? ''), network(137)] })
    const { eip155 } = kit.state.networks
    eip155.caipNetwork = eip155.requestedCaipNetworks.find(({ id }) => id === 137)
    kit.state.accounts.eip155.address = accounts[0]?.address
    expect(await isPersonOn(kit, 'eip155:31337', accounts[4]?.address ?? '')).toBe(true)
    expect(await isPersonOn(kit, 'eip155:7', accounts[4]?.address ?? '')).toBe(false)
    const { address = '' } = tokens.find(({ chainId, symbol }) => chainId === 31337 && symbol === 'USDC') ?? {}
    expect(await isPersonOn(kit, 'eip155:31337', address)).toBe(false)
    expect(await readTokenOn(kit, 'eip155:31337', address)).toMatchObject({ symbol: 'USDC', decimals: 6 })
    expect(await readTokenOn(kit, 'eip155:7', address)).toBeUndefined()
  })
})

describe('a spender', () => {
  const [TAKER, TOKEN] = [`0x${'3'.repeat(40)}`, `0x${'2'.repeat(40)}`] as const
  const where = { host: 'site.example', chain: 'eip155:1', now: 1_800_000_000_000 }
  const takers = (method: string, params: unknown) =>
    read({ method, params }, where, () => undefined).parts.map(takerOf)
  const abi = parseAbi([
    'function approve(address, uint256)',
    'function increaseAllowance(address, uint256)',
    'function setApprovalForAll(address, bool)',
    'function transfer(address, uint256)',
  ])
  type Name = (typeof abi)[number]['name']
  const call = (functionName: Name, value: bigint | boolean) => ({
    to: TOKEN,
    data: encodeFunctionData({ abi, functionName, args: [TAKER, value] }),
  })
  it.each<[Name, bigint | boolean, string | undefined]>([
    ['approve', 5n, TAKER],
    ['increaseAllowance', 5n, TAKER],
    ['setApprovalForAll', true, TAKER],
    ['approve', 0n, undefined],
    ['setApprovalForAll', false, undefined],
    ['transfer', 5n, undefined],
  ])('is read from %s of %s', (name, value, taker) => {
    expect(takers('eth_sendTransaction', [call(name, value)])).toEqual([taker])
    expect(takers('wallet_sendCalls', [{ chainId: '0x1', calls: [call('transfer', 1n), call(name, value)] }])).toEqual([
      undefined,
      taker,
    ])
  })

  const permit = (chainId: number, value: string) => {
    const message = { owner: TOKEN, spender: TAKER, value, nonce: '0', deadline: '1800000600' }
    const domain = { name: 'USD Coin', chainId, verifyingContract: TOKEN }
    return [TAKER, { domain, types: typesOf('Permit', message), primaryType: 'Permit', message }]
  }
  it('is read from a permit, and not looked up on a network other than the permit’s', () => {
    expect(takers('eth_signTypedData_v4', permit(1, '7'))).toEqual([TAKER])
    expect(takers('eth_signTypedData_v4', permit(137, '7'))).toEqual([undefined])
  })
})
