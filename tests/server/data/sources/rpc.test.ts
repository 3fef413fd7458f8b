/** Names of ENS from a node that answers as the resolver on Ethereum does. Balances: see `../blockchain.test.ts`. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getAddress } from 'viem'
import { spending } from '../../../../server/data/allowance.ts'
import { openNodes } from '../../../../server/data/rpc.ts'
import { SourceError } from '../../../../server/data/source.ts'
import { Refusal } from '../../../../sandbox/refusal.ts'
import { rpcSource } from '../../../../server/data/sources/rpc.ts'
import { ensOf, result } from '../../../support/ens.ts'
import { startHosted } from '../../../support/hosted.ts'
import { type Service, startService } from '../../../support/service.ts'

const OWNER = getAddress('0xd8da6bf26964af9d7eed9e03e53415d37aa96045')
const SITE = 'https://shop.example'
const PICTURE = 'https://pictures.example/ada.png'

let avatar = PICTURE
let node: Service
let hosted: Awaited<ReturnType<typeof startHosted>>
/** The gateway that the owner of `far.eth` chose. */
let gateway: Service

beforeAll(async () => {
  node = await startService(ensOf(OWNER, { avatar: () => avatar, gateway: () => gateway.url }))
  gateway = await startService(() => ({ json: { data: '0x' } }))
  hosted = await startHosted({
    ...{ sites: [SITE], sources: { rpc: {} } },
    networks: [{ id: 1, name: 'Ethereum', symbol: 'ETH', rpc: node.url }],
  })
})
afterAll(async () => {
  await hosted?.close()
  await node?.close()
  await gateway?.close()
})

const ask = async (path: string) => {
  const answer = await fetch(`${hosted.url()}/v1/${path}`)
  return { status: answer.status, json: (await answer.json()) as unknown }
}

describe('balances of a node of Solana', () => {
  const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGkZwyTDt1v'
  const caipNetworkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

  it('are those of confirmed blocks, for which a page waits before it asks again', async () => {
    type Body = { method: string; params: [string, ...{ commitment?: string }[]] }
    const solana = await startService(({ body }) => {
      const { method, params } = body as Body
      const isNew = params.some((each) => typeof each === 'object' && each.commitment === 'confirmed')
      const info = { mint: MINT, tokenAmount: { amount: isNew ? '7' : '9' } }
      const account = { account: { data: { parsed: { info } } } }
      const value =
        method === 'getBalance' ? (isNew ? 5 : 8) : JSON.stringify(params).includes('Tokenkeg') ? [account] : []
      return { json: { jsonrpc: '2.0', id: 1, result: { context: { slot: 1 }, value } } }
    })
    const own = { caipNetworkId, id: undefined, name: 'Solana', symbol: 'SOL', decimals: 9, rpc: solana.url }
    const token = { caipNetworkId, address: MINT, name: 'USD Coin', symbol: 'USDC', decimals: 6, iconUrl: '' }
    const found = await rpcSource(openNodes([own]), [token]).balances?.(
      own,
      '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q',
    )
    expect(found?.map(({ symbol, amount }) => [symbol, amount])).toEqual([
      ['SOL', 5n],
      ['USDC', 7n],
    ])
    await solana.close()
  })
})

describe('balances of a node', () => {
  const token = (digit: number) => ({
    ...{ caipNetworkId: 'eip155:1', address: getAddress(`0x${String(digit).repeat(40)}`) },
    ...{ name: `Token ${digit}`, symbol: `T${digit}`, decimals: 6, iconUrl: '' },
  })
  const network = { caipNetworkId: 'eip155:1', id: 1, name: 'Ethereum', symbol: 'ETH', decimals: 18 }

  it('fail while it refuses to be asked for tokens, since those would look like money that is gone', async () => {
    const limited = await startService(({ body }) =>
      (body as { method: string }).method === 'eth_getBalance' ? result('0x5') : { status: 429, json: {} },
    )
    const own = { ...network, rpc: limited.url }
    const { balances } = rpcSource(openNodes([own]), [token(1), token(2)])
    await expect(balances?.(own, OWNER)).rejects.toThrow('the node of Ethereum refused eth_call')
    limited.answer = () => ({ json: { jsonrpc: '2.0', id: 1, error: { code: -32005, message: 'limit exceeded' } } })
    await expect(balances?.(own, OWNER)).rejects.toBeInstanceOf(SourceError)
    await limited.close()
  })

  it('are refused whole to a visitor who asked for too much, and not told without tokens', async () => {
    const working = await startService(() => result('0x5'))
    const own = { ...network, rpc: working.url }
    const { balances } = rpcSource(openNodes([own]), [token(1)])
    let left = 1
    const spend = () => {
      if (left-- <= 0) throw new Refusal(429, 'rate', 'Too many')
    }
    const refused = spending(spend, async () => balances?.(own, OWNER))
    await expect(refused).rejects.toMatchObject({ name: 'Refusal', status: 429 })
    await working.close()
  })

  it('of hundreds of tokens take a few calls', async () => {
    const counted = await startService(({ body }) =>
      (body as { method: string }).method === 'eth_getBalance' ? result('0x5') : { status: 500, json: {} },
    )
    const own = { ...network, rpc: counted.url }
    const many = Array.from({ length: 250 }, () => token(3))
    await rpcSource(openNodes([own]), many)
      .balances?.(own, OWNER)
      .catch(() => undefined)
    expect(counted.asked.length).toBeLessThanOrEqual(4)
    await counted.close()
  })
})

describe('ENS, read from a node', () => {
  it('tells an account’s name and picture, and that another account has none', async () => {
    expect(await ask(`identity/${OWNER.toLowerCase()}`)).toEqual({
      ...{ status: 200, json: { name: 'ada.eth', avatar: PICTURE } },
    })
    expect((await ask(`identity/${'0x'.padEnd(42, '1')}`)).status).toBe(404)
  })

  it('tells a name’s owner in any spelling, and leaves out a picture that is not at an https URL', async () => {
    avatar = 'ipfs://QmPicture'
    expect(await ask('profile/account/ADA.eth')).toEqual({
      status: 200,
      json: { name: 'ADA.eth', addresses: { 60: { address: OWNER } }, attributes: [] },
    })
    avatar = PICTURE
    expect((await ask('profile/account/nobody.eth')).status).toBe(404)
    // The resolver on Ethereum answers so for a name that nobody registered.
    expect((await ask('profile/account/unknown.eth')).status).toBe(404)
    expect((await ask('profile/account/nodot')).status).toBe(400)
  })

  it('asks no gateway that a name’s owner chose', async () => {
    expect((await ask('profile/account/far.eth')).status).toBe(502)
    expect(gateway.asked).toEqual([])
  })

  it('takes the node away from nobody when names fail, whose contracts their owners choose', async () => {
    const failing = await startService(({ body }) =>
      (body as { method: string }).method === 'eth_getBalance' ? result('0x5') : { status: 503, text: '' },
    )
    const network = { caipNetworkId: 'eip155:1', id: 1, name: 'Ethereum', symbol: 'ETH', decimals: 18 }
    const own = { ...network, rpc: failing.url }
    const source = rpcSource(openNodes([own]), [])
    for (let count = 0; count < 6; count += 1) await expect(source.nameOf?.(OWNER)).rejects.toBeInstanceOf(SourceError)
    expect(await source.balances?.(own, OWNER)).toMatchObject([{ symbol: 'ETH', amount: 5n }])
    await failing.close()
  })
})
