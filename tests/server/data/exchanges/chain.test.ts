/**
 * A page's swap panel against a whole walletkit-server, whose exchange is a local service in the shape of 0x. The swaps
 * run on the sandbox's chain.
 */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { decodeFunctionData, erc20Abi, parseEther, type Hex } from 'viem'
import createApi from '../../../../plugins/swaps/api.ts'
import { checkApproval, checkQuote, checkSwap, type SwapOrder } from '../../../../plugins/swaps/check.ts'
import type { SwapProvider } from '../../../../plugins/swaps/provider.ts'
import { blockchainApi } from '../../../../runtime/http/blockchainApi.ts'
import { trader } from '../../../sandbox/exchange/convert.ts'
import { startHosted } from '../../../support/hosted.ts'
import { makeKit } from '../../../support/kit.ts'
import { useSandbox } from '../../../support/sandbox.ts'
import { useServer } from '../../../support/server.ts'
import { KEY, zeroExOf } from '../../../support/zeroEx.ts'

const CHAIN = 'eip155:31337'
const ETHER = `${CHAIN}:0x${'e'.repeat(40)}`
const SLIPPAGE = 1
const sandbox = useSandbox()
const service = useServer()
let hosted: Awaited<ReturnType<typeof startHosted>>

beforeAll(async () => {
  const networks = sandbox().chains.map(({ id, name, rpcUrl }) => ({ id, name, symbol: 'ETH', rpc: rpcUrl }))
  const config = { networks, swaps: { '0x': { url: service.url } }, log: 'debug' }
  hosted = await startHosted(config, { WALLETKIT_0X_KEY: KEY })
})
afterAll(() => hosted.close())

const dai = () => sandbox().tokens.find(({ symbol, chainId }) => symbol === 'DAI' && chainId === 31337)?.address ?? '0x'

/** The page's own provider, which asks the server. */
function provider(): SwapProvider {
  service.answer(zeroExOf(sandbox()))
  const kit = makeKit({ projectId: 'page', services: { api: hosted.url() } })
  onTestFinished(() => kit.teardown.splice(0).forEach((stop) => stop()))
  const api = blockchainApi(kit)
  if (!api) throw new Error('The config names the service')
  return createApi(api)(() => 'page')
}

function visitor() {
  const [account] = sandbox().accounts
  if (!account) throw new Error('The sandbox has accounts')
  return trader(sandbox(), 31337, account.privateKey)
}

/** What the page orders: `checkQuote` and the others compare each answer with it. */
function orderOf(from: string, to: string, amount: bigint, account: Hex): SwapOrder {
  const token = (address: string) => ({ address }) as SwapOrder['source']
  const base = { chainId: CHAIN, caipAddress: `${CHAIN}:${account}`, account, amount, slippage: SLIPPAGE }
  return { ...base, source: token(from), target: token(to), isNative: from === ETHER }
}

/** Quotes, approves if needed and swaps as the panel does, with its own guards. */
async function swap(from: string, to: string, amount: bigint) {
  const [page, { address, send, balanceOf }] = [provider(), visitor()]
  const order = orderOf(from, to, amount, address)
  const routers = [sandbox().exchange.router.toLowerCase()]
  const gasPrice = await page.gasPrice(CHAIN)
  const quote = await page.quote({ amount, userAddress: address, from, to, gasPrice })
  if (!quote) throw new Error('There is a quote')
  checkQuote(order, quote)
  const asked = { userAddress: `${CHAIN}:${address}`, from, to, amount }
  const fees = (gas = 0n) => ({ eip155: { gas: String(gas), gasPrice: String(gasPrice) } })
  let spender: string | undefined
  const allowance = await page.allowance({
    ...{ tokenAddress: from, userAddress: address, sourceTokenAmount: '1', sourceTokenDecimals: 18 },
  })
  if (allowance < amount) {
    const built = await page.buildApproval(asked)
    const approval = checkApproval(order, built, amount, routers)
    const { args } = decodeFunctionData({ abi: erc20Abi, data: built.data as Hex })
    expect(args?.[1]).toBe(amount)
    spender = approval.spender
    const { to: token, data } = approval.transaction
    const mined = await send(token as Hex, { data: data as Hex, ...fees(built.gas) })
    expect(mined.status).toBe('success')
  }
  const built = await page.buildSwap({ ...asked, slippage: SLIPPAGE })
  const facts = { quoted: quote.toAmount, routers, now: Date.now(), ...(spender !== undefined && { spender }) }
  const { transaction, flags } = checkSwap(order, built, facts)
  expect(flags).toEqual([])
  const target = to.split(':')[2] as Hex
  const before = await balanceOf(target, address)
  const mined = await send(
    transaction.to as Hex,
    { data: transaction.data as Hex, ...fees(built.gas) },
    transaction.value,
  )
  expect(mined.status).toBe('success')
  return { arrived: (await balanceOf(target, address)) - before + (to === ETHER ? mined.cost : 0n), quote, spender }
}

describe('swaps of a page through a server with an exchange', () => {
  it('swaps ether into a token, and the token back with an approval of exactly its amount', async () => {
    const token = `${CHAIN}:${dai()}`
    const there = await swap(ETHER, token, parseEther('1'))
    expect(there.arrived).toBe(there.quote.toAmount)
    expect(there.spender).toBeUndefined()
    const back = await swap(token, ETHER, parseEther('100'))
    expect(back.spender?.toLowerCase()).toBe(sandbox().exchange.router.toLowerCase())
    expect(back.arrived).toBe(back.quote.toAmount)
    // The approval was for this amount only, and the swap used it up.
    const left = await provider().allowance({
      ...{ tokenAddress: token, userAddress: visitor().address, sourceTokenAmount: '1', sourceTokenDecimals: 18 },
    })
    expect(left).toBe(0n)
  })

  it('has no quote for a pair without a pool', async () => {
    const [page, { address }] = [provider(), visitor()]
    const from = `${CHAIN}:0x${'1'.repeat(40)}`
    const asked = { amount: 5n, userAddress: address, from, to: ETHER, gasPrice: 1n }
    expect(await page.quote(asked)).toBeUndefined()
    const building = page.buildSwap({ ...asked, userAddress: `${CHAIN}:${address}`, slippage: 1 })
    await expect(building).rejects.toThrow()
  })

  it('revokes an approval, and needs none for ether', async () => {
    const page = provider()
    const { address } = visitor()
    const token = `${CHAIN}:${dai()}`
    const built = await page.buildApproval({ userAddress: address, from: token, to: ETHER, amount: 0n })
    expect(decodeFunctionData({ abi: erc20Abi, data: built.data as Hex }).args).toEqual([sandbox().exchange.router, 0n])
    const asked = { tokenAddress: ETHER, userAddress: address, sourceTokenAmount: '1', sourceTokenDecimals: 18 }
    expect(await page.allowance(asked)).toBe(2n ** 256n - 1n)
  })

  it('does not pass a changed answer on, and tells the operator, without the key', async () => {
    const page = provider()
    const { address } = visitor()
    const order = { userAddress: `${CHAIN}:${address}`, from: ETHER, to: `${CHAIN}:${dai()}`, amount: 10n ** 15n }
    const changes: [Record<string, unknown>, string][] = [
      [{ to: dai() }, 'calls a token'],
      [{ to: address }, 'calls a token or the user'],
      [{ data: '0x1234' }, 'without call data'],
      [{ value: '0' }, 'wrong value'],
    ]
    for (const [change, problem] of changes) {
      service.answer(
        zeroExOf(sandbox(), ({ transaction, ...reply }) => ({
          ...reply,
          transaction: { ...(transaction as object), ...change },
        })),
      )
      await expect(page.buildSwap({ ...order, slippage: 1 })).rejects.toThrow()
      // The log has the same failure once in a minute.
      expect(hosted.lines.join('')).toContain(problem)
    }
    expect(hosted.lines.join('')).not.toContain(KEY)
  })
})
