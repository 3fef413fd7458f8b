/**
 * An explorer in the form of Etherscan's API, version 2, that reads real local chains. It knows transactions and the
 * transfers of ERC-20 tokens, and neither internal transfers nor NFTs.
 */
import { createPublicClient, erc20Abi, getAddress, type Hex, http, isAddressEqual, parseAbiItem } from 'viem'
import type { Sandbox } from '../../sandbox/index.ts'
import { type Asked, type Reply, startService } from './service.ts'

const TRANSFER = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')

const told = (result: unknown): Reply => ({ json: { status: '1', message: 'OK', result } })
const NOTHING: Reply = { json: { status: '0', message: 'No transactions found', result: [] } }

/** `key` is the API key that it asks for. */
export async function startEtherscan({ chains }: Sandbox, key: string) {
  const clients = new Map(chains.map(({ id, rpcUrl }) => [String(id), createPublicClient({ transport: http(rpcUrl) })]))

  async function answer({ path, query }: Asked): Promise<Reply> {
    const { chainid = '', module, action, address = '', startblock = '0', endblock, page = '1', offset = '50' } = query
    const client = clients.get(chainid)
    if (path !== '/v2/api' || module !== 'account' || !client) return { status: 404, json: {} }
    if (query['apikey'] !== key) return { json: { status: '0', message: 'NOTOK', result: 'Invalid API Key' } }
    const account = getAddress(address)
    if (action === 'balance') return told(String(await client.getBalance({ address: account })))
    const last = BigInt(endblock ?? (await client.getBlockNumber()))
    const range = { from: BigInt(startblock), to: last, account }
    const all =
      action === 'txlist'
        ? await transactions(client, range)
        : action === 'tokentx'
          ? await transfers(client, range)
          : []
    const start = (Number(page) - 1) * Number(offset)
    const list = all.slice(start, start + Number(offset))
    return list.length ? told(list) : NOTHING
  }
  return startService(answer)
}

type Client = ReturnType<typeof createPublicClient>
type Range = { from: bigint; to: bigint; account: Hex }

async function transactions(client: Client, { from, to, account }: Range): Promise<object[]> {
  const found: object[] = []
  for (let blockNumber = to; blockNumber >= from && blockNumber >= 0n; blockNumber -= 1n) {
    const block = await client.getBlock({ blockNumber, includeTransactions: true })
    for (const each of block.transactions.toReversed()) {
      const isMine = isAddressEqual(each.from, account) || (each.to !== null && isAddressEqual(each.to, account))
      if (!isMine) continue
      const receipt = await client.getTransactionReceipt({ hash: each.hash })
      found.push({
        ...{ blockNumber: String(blockNumber), timeStamp: String(block.timestamp), hash: each.hash },
        ...{ nonce: String(each.nonce), transactionIndex: String(each.transactionIndex), from: each.from },
        ...{ to: each.to ?? '', value: String(each.value), input: each.input, methodId: each.input.slice(0, 10) },
        ...{ contractAddress: receipt.contractAddress ?? '', isError: receipt.status === 'success' ? '0' : '1' },
        ...{ txreceipt_status: receipt.status === 'success' ? '1' : '0', functionName: '' },
      })
    }
  }
  return found
}

async function transfers(client: Client, { from, to, account }: Range): Promise<object[]> {
  const logs = await client.getLogs({ event: TRANSFER, fromBlock: from, toBlock: to, strict: true })
  const mine = logs.filter(({ args }) => isAddressEqual(args.from, account) || isAddressEqual(args.to, account))
  const rows = mine.toReversed().map(async ({ address, args, blockNumber, transactionHash, transactionIndex }) => {
    const read = (functionName: 'name' | 'symbol' | 'decimals') =>
      client.readContract({ address, abi: erc20Abi, functionName })
    const [name, symbol, decimals] = [await read('name'), await read('symbol'), await read('decimals')]
    const { timestamp } = await client.getBlock({ blockNumber })
    return {
      ...{ blockNumber: String(blockNumber), timeStamp: String(timestamp), hash: transactionHash },
      ...{ transactionIndex: String(transactionIndex), from: args.from, to: args.to, contractAddress: address },
      ...{ value: String(args.value), tokenName: name, tokenSymbol: symbol, tokenDecimal: String(decimals) },
    }
  })
  return Promise.all(rows)
}
