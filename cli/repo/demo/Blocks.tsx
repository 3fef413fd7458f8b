import { useEffect, useState } from 'react'
import { useNetwork } from 'walletkit/react'

type Transaction = { hash: string; from: string; to: string | null; value: string }
type Block = { number: string; timestamp: string; transactions: Transaction[] }

/** The most transactions to list, how many of the newest blocks to search for them, and ms between two reads. */
const [MOST, DEPTH, PAUSE] = [6, 40, 3000]
const WEI = 10n ** 18n

async function ask<T>(rpc: string, method: string, params: unknown[]): Promise<T> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const answer = await fetch(rpc, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  return ((await answer.json()) as { result: T }).result
}

/** The transactions in the newest blocks of a local chain, the newest block first; `at` is in ms since 1970. */
async function latest(rpc: string): Promise<(Transaction & { at: number })[]> {
  const last = Number(await ask<string>(rpc, 'eth_blockNumber', []))
  const numbers = Array.from({ length: Math.min(DEPTH, last + 1) }, (_, back) => `0x${(last - back).toString(16)}`)
  const blocks = await Promise.all(
    numbers.map((number) => ask<Block | null>(rpc, 'eth_getBlockByNumber', [number, true])),
  )
  return blocks
    .flatMap((block) => block?.transactions.map((each) => ({ ...each, at: Number(block.timestamp) * 1000 })) ?? [])
    .slice(0, MOST)
}

const short = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`
const etherOf = (wei: string) => `${Number((BigInt(wei) * 10_000n) / WEI) / 10_000}`

export function Blocks() {
  const { caipNetwork } = useNetwork()
  const rpc = caipNetwork?.chainNamespace === 'eip155' ? caipNetwork.rpcUrls.default.http[0] : undefined
  const symbol = caipNetwork?.nativeCurrency.symbol ?? ''
  const [rows, setRows] = useState<Awaited<ReturnType<typeof latest>>>([])
  useEffect(() => {
    if (rpc === undefined) return
    let isOver = false
    const look = () =>
      void latest(rpc).then(
        (found) => isOver || setRows(found),
        () => undefined,
      )
    look()
    const timer = setInterval(look, PAUSE)
    return () => {
      isOver = true
      clearInterval(timer)
    }
  }, [rpc])
  const explorer = rpc && `${new URL(rpc).origin}/explorer/${caipNetwork?.id}`
  return (
    <section aria-labelledby="chain">
      <h2 id="chain">What just happened on chain</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">From</th>
            <th scope="col">To</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ hash, from, to, value, at }) => (
            <tr key={hash}>
              <td>
                <a href={`${explorer}/tx/${hash}`}>{new Date(at).toLocaleTimeString()}</a>
              </td>
              <td className="code">{short(from)}</td>
              <td className="code">{to ? short(to) : 'a new contract'}</td>
              <td>
                {etherOf(value)} {symbol}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {explorer && (
        <p className="note">
          More in the <a href={explorer}>explorer</a>; test coins in the{' '}
          <a href={new URL('/faucet', explorer).href}>faucet</a>.
        </p>
      )}
    </section>
  )
}
