/** Helpers for browser flows of the swap panel. They read the chain directly, not through the page. */
import { sandboxOptions } from '../plugins/swaps/kit.ts'
import type { useFlow, Visit, Visited } from './flow.ts'
import { press as pressIn } from './press.ts'

/** The names of the tokens, by symbol. */
const NAMES: Record<string, string> = {
  ETH: 'Ether',
  DAI: 'Sandbox Dai',
  USDC: 'Sandbox Dollar',
  USDT: 'Sandbox Tether',
}

export const QUOTES = '/v1/convert/quotes'

/** Reads of the first chain: accounts, tokens, balances, and costs. */
function chainReads(flow: ReturnType<typeof useFlow>) {
  const account = (at = 0) => flow.sandbox().accounts[at]?.address ?? '0x'
  const token = (symbol: string) => {
    const found = flow.sandbox().tokens.find((each) => each.symbol === symbol && each.chainId === 31337)
    if (!found) throw new Error(`The sandbox has ${symbol}`)
    return found.address
  }
  /** Calls a JSON-RPC method of the first chain. */
  async function chain(method: string, params: unknown[]): Promise<unknown> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const url = flow.sandbox().chains[0]?.rpcUrl ?? ''
    const reply = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    return ((await reply.json()) as { result: unknown }).result
  }
  const ether = async (address: string) => BigInt(String(await chain('eth_getBalance', [address, 'latest'])))
  const held = async (symbol: string, address: string) => {
    const data = `0x70a08231${address.slice(2).padStart(64, '0')}`
    return BigInt(String(await chain('eth_call', [{ to: token(symbol), data }, 'latest'])))
  }
  /** A transaction's gas cost in wei. */
  const costOf = async (hash: string) => {
    const { gasUsed, effectiveGasPrice } = (await chain('eth_getTransactionReceipt', [hash])) as Record<string, string>
    return BigInt(gasUsed ?? 0) * BigInt(effectiveGasPrice ?? 0)
  }
  return { account, token, ether, held, costOf }
}

/** The helpers for the tests of one file, with its flow. */
export function useSwaps(flow: ReturnType<typeof useFlow>) {
  const features = (swaps: unknown) => ({ send: {}, receive: {}, allWallets: 'SHOW' as const, swaps })

  const reads = chainReads(flow)
  const mark = () => flow.sandbox().requests().length
  const asked = (path: string, from = 0) =>
    flow
      .sandbox()
      .requests()
      .slice(from)
      .filter((each) => each.path.startsWith(path))
  const fail = (path: string) => flow.sandbox().faults.set({ path, kind: 'status', status: 500 })

  const visitAccount = async (setup: Visit = {}): Promise<Visited> => {
    const visit = await flow.visit({ ...setup, config: { features: features(sandboxOptions), ...setup.config } })
    await visit.connect()
    await visit.open()
    return visit
  }
  const visitSwap = async (setup: Visit = {}): Promise<Visited> => {
    const visit = await visitAccount(setup)
    await visit.button('Swap').click()
    await visit.button(/now ETH$/).waitFor()
    return visit
  }
  const amountField = ({ modal }: Visited) => modal.getByRole('textbox', { name: 'Amount to pay' })
  const received = ({ modal }: Visited) => modal.getByRole('status', { name: 'Amount to receive' })
  const row = (visit: Visited, name: string) =>
    visit.modal.getByRole('button').filter({ has: visit.page.getByText(name, { exact: true }) })
  const choose = async (visit: Visited, side: 'pay with' | 'receive', name: string) => {
    await visit.button(new RegExp(`^(Select|Change the) token to ${side}`)).click()
    await visit.title.filter({ hasText: 'Select token' }).waitFor()
    await row(visit, name).last().click()
    await visit.title.filter({ hasText: /^Swap$/ }).waitFor()
  }
  const fill = async (visit: Visited, from: string, to: string, amount: string) => {
    if (from !== 'ETH') await choose(visit, 'pay with', NAMES[from] ?? from)
    await choose(visit, 'receive', NAMES[to] ?? to)
    await amountField(visit).fill(amount)
  }
  const review = async (visit: Visited) => {
    await visit.button('Review swap').and(visit.page.locator(':enabled')).click()
    await visit.title.filter({ hasText: 'Preview swap' }).waitFor()
  }
  const press = (visit: Visited, name: 'Swap' | 'Approve and swap') => pressIn(visit, name, 'Preview swap')
  const sent = async (visit: Visited) =>
    (await visit.asked('eth_sendTransaction')).map(({ params }) => (params as Record<string, string>[])[0] ?? {})
  const notice = (visit: Visited, text: string | RegExp) => visit.modal.getByText(text).first().waitFor()
  /** The kit's saved transactions, newest first. */
  const kept = (visit: Visited) =>
    visit.page.evaluate(
      () =>
        JSON.parse(localStorage.getItem('@appkit/sent_transactions') ?? '[]') as {
          hash: string
          note?: { kind: string; in?: { amount: string } }
        }[],
    )
  /** The output of the newest saved swap, as the kit noted it, in base units. */
  const said = async (visit: Visited, decimals: number) => {
    const [latest] = await kept(visit)
    const [whole = '0', fraction = ''] = (latest?.note?.in?.amount ?? '').split('.')
    return BigInt(whole + fraction.padEnd(decimals, '0'))
  }
  return {
    features,
    ...reads,
    mark,
    asked,
    fail,
    visitAccount,
    visitSwap,
    amountField,
    received,
    choose,
    fill,
    review,
    press,
    sent,
    notice,
    kept,
    said,
    NAMES,
  }
}
