/** A chain of its own for tests that change its blocks, and a way to it that counts and refuses calls. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encodeDeployData, encodeFunctionData, erc20Abi, getContractAddress, type Hex, numberToHex } from 'viem'
import { testAccounts } from '../../sandbox/accounts.ts'
import * as token from '../../sandbox/contracts/artifacts/StandardToken.ts'
import { startNode } from '../../sandbox/node.ts'
import type { DataNetwork } from '../../server/data/network.ts'

type Call = { id: unknown; method: string; params: unknown[] }
/** Returns the message of the node's error, or undefined to pass the call on. */
export type Refuse = (call: Call) => string | undefined
/** Returns what is answered instead. */
export type Change = (call: Call, answer: object) => object

const ID = 31399

/** Sends the value of a call on to the address in its call data. */
const FORWARDS = '0x6000600060006000346000355af100'
/** The same, and fails after it. */
const FORWARDS_AND_FAILS = '0x6000600060006000346000355af15060006000fd'

/** The code that deploys a token and gives an amount to each holder. */
const deployment = (symbol: string, holders: readonly [Hex, bigint][]): Hex =>
  encodeDeployData({
    ...{ abi: token.abi, bytecode: token.bytecode },
    args: [`${symbol} token`, symbol, 6, holders.map(([holder]) => holder), holders.map(([, amount]) => amount)],
  })

export const addressOf = (index: number): Hex => testAccounts[index]?.address ?? '0x'

export type IndexChain = Awaited<ReturnType<typeof startIndexChain>>

export async function startIndexChain() {
  const node = await startNode({ id: ID, name: 'Test chain', caipNetworkId: `eip155:${ID}` })
  const way = await startWay(`http://127.0.0.1:${node.port}`)
  const { rpc } = way
  const network: DataNetwork = {
    ...{ caipNetworkId: `eip155:${ID}`, id: ID, name: 'Test chain', symbol: 'ETH', decimals: 18, rpc },
  }

  /** Sends a transaction from an unlocked account, and returns its hash once it is in a block. */
  async function send(from: Hex, transaction: object): Promise<string> {
    const hash = String(await node.request('eth_sendTransaction', [{ from, gas: '0x1c9c380', ...transaction }]))
    for (;;) {
      if (await node.request('eth_getTransactionReceipt', [hash])) return hash
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  return {
    network,
    rpc,
    way,
    request: node.request,
    send,
    pay: (from: Hex, to: Hex, wei: bigint) => send(from, { to, value: numberToHex(wei) }),
    height: async () => Number(await node.request('eth_blockNumber')),
    mine: (blocks: number) => node.request('anvil_mine', [numberToHex(blocks)]),
    /** Puts so many deployments of a token for a holder into one block, and returns its number. */
    async flood(symbol: string, holder: Hex, count: number): Promise<number> {
      const from = addressOf(9)
      const nonce = Number(await node.request('eth_getTransactionCount', [from, 'latest']))
      await node.request('evm_setAutomine', [false])
      const data = deployment(symbol, [[holder, 1n]])
      for (let at = 0; at < count; at += 1)
        await node.request('eth_sendTransaction', [{ from, data, gas: '0xf4240', nonce: numberToHex(nonce + at) }])
      await node.request('anvil_mine', ['0x1'])
      await node.request('evm_setAutomine', [true])
      const block = (await node.request('eth_getBlockByNumber', ['latest', false])) as { transactions: unknown[] }
      if (block.transactions.length !== count) throw new Error(`The block has ${block.transactions.length}`)
      return Number(await node.request('eth_blockNumber'))
    },
    /** Deploys a token whose constructor gives an amount to each holder, with an event for each. */
    async deploy(symbol: string, holders: readonly [Hex, bigint][], from = addressOf(9)): Promise<Hex> {
      const nonce = BigInt(String(await node.request('eth_getTransactionCount', [from, 'latest'])))
      await send(from, { data: deployment(symbol, holders) })
      return getContractAddress({ from, nonce })
    },
    transfer: (contract: Hex, from: Hex, to: Hex, amount: bigint) =>
      send(from, {
        to: contract,
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
      }),
    approve: (contract: Hex, from: Hex, spender: Hex, amount: bigint) =>
      send(from, {
        to: contract,
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }),
      }),
    /** Pays through a contract, so that only a trace shows the payment. */
    async payInside(from: Hex, to: Hex, wei: bigint, fails = false): Promise<string> {
      const at = fails ? '0x00000000000000000000000000000000000f4115' : '0x00000000000000000000000000000000000f0440'
      await node.request('anvil_setCode', [at, fails ? FORWARDS_AND_FAILS : FORWARDS])
      return send(from, { to: at, value: numberToHex(wei), data: `0x${to.slice(2).padStart(64, '0')}` })
    },
    async close() {
      await way.close()
      await node.stop()
    },
  }
}

/** A node that counts its calls, and refuses what a test says. */
async function startWay(upstream: string) {
  const counts = new Map<string, number>()
  const way = {
    rpc: '',
    counts,
    takesLists: true,
    refuse: ((): string | undefined => undefined) as Refuse,
    /** Changes what the node answers. */
    change: ((_, answer) => answer) as Change,
    close: () => Promise.resolve(),
  }
  const pass = async (call: Call): Promise<unknown> => {
    counts.set(call.method, (counts.get(call.method) ?? 0) + 1)
    const message = way.refuse(call)
    if (message !== undefined) return { jsonrpc: '2.0', id: call.id, error: { code: -32005, message } }
    const answer = await fetch(upstream, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(call),
    })
    return way.change(call, (await answer.json()) as object)
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Call | Call[]
      const refused = { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Invalid Request' } }
      const answer = !Array.isArray(body)
        ? pass(body)
        : way.takesLists
          ? Promise.all(body.map(pass))
          : Promise.resolve([refused])
      answer.then(
        (value) => response.end(JSON.stringify(value)),
        () => response.writeHead(502).end(),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  way.rpc = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  way.close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return way
}
