/** Answers in the shapes of the services' documentation, with made-up addresses and hashes. */
import { encodeFunctionData, erc20Abi, type Hex } from 'viem'
import type { DataNetwork } from '../../../../server/data/network.ts'
import type { ListedToken } from '../../../../server/data/tokens.ts'
import type { Asked, Reply } from '../../../support/service.ts'

export const KEY = 'SECRET-KEY-7f3a'
export const ETHEREUM: DataNetwork = {
  ...{ caipNetworkId: 'eip155:1', id: 1, name: 'Ethereum', symbol: 'ETH', decimals: 18, rpc: 'http://127.0.0.1:1' },
}
export const ACCOUNT = '0x1000000000000000000000000000000000000001'
export const FRIEND = '0x2000000000000000000000000000000000000002'
export const USDC = '0x3000000000000000000000000000000000000003'
export const ROUTER = '0x4000000000000000000000000000000000000004'
export const NFT = '0x5000000000000000000000000000000000000005'
export const ZERO = '0x0000000000000000000000000000000000000000'
export const hash = (number: number) => `0x${number.toString(16).padStart(64, '0')}`
export const LISTED: ListedToken = {
  ...{ caipNetworkId: 'eip155:1', address: USDC, name: 'USD Coin', symbol: 'USDC', decimals: 6 },
  iconUrl: 'https://tokens.example/usdc.png',
}

/** `service` of the config. */
export const serviceOf = (name: string, url: string, more: object = {}) => ({
  ...{ name, url, key: KEY as string | undefined, networks: {}, clientId: undefined, ...more },
})

type Row = Record<string, string>

/** An entry of Etherscan's `txlist`. */
export const transaction = (fields: Row = {}): Row => ({
  ...{ blockNumber: '100', timeStamp: '1700000000', hash: hash(1), nonce: '7', blockHash: hash(900) },
  ...{ transactionIndex: '3', from: ACCOUNT, to: FRIEND, value: '0', gas: '21000', gasPrice: '1000000000' },
  ...{ isError: '0', txreceipt_status: '1', input: '0x', contractAddress: '', cumulativeGasUsed: '21000' },
  ...{ gasUsed: '21000', confirmations: '10', methodId: '0x', functionName: '', ...fields },
})
/** An entry of `tokentx`. */
export const tokenTransfer = (fields: Row = {}): Row => ({
  ...{ blockNumber: '100', timeStamp: '1700000000', hash: hash(1), nonce: '7', blockHash: hash(900), from: FRIEND },
  ...{ contractAddress: USDC, to: ACCOUNT, value: '1234567', tokenName: 'Coin of USD', tokenSymbol: 'USDX' },
  ...{ tokenDecimal: '6', transactionIndex: '3', gas: '60000', gasPrice: '1', gasUsed: '50000', input: 'deprecated' },
  ...{ cumulativeGasUsed: '1', confirmations: '10', ...fields },
})
/** An entry of `tokennfttx`. */
export const nftTransfer = (fields: Row = {}): Row => {
  const { value: _, ...rest } = tokenTransfer({ contractAddress: NFT, tokenName: 'Cats', tokenSymbol: 'CAT' })
  return { ...rest, tokenID: '42', tokenDecimal: '0', ...fields }
}
/** An entry of `txlistinternal`. */
export const internalTransfer = (fields: Row = {}): Row => ({
  ...{ blockNumber: '100', timeStamp: '1700000000', hash: hash(1), from: ROUTER, to: ACCOUNT, value: '5' },
  ...{
    contractAddress: '',
    input: '',
    type: 'call',
    gas: '1',
    gasUsed: '1',
    traceId: '0_1',
    isError: '0',
    errCode: '',
  },
  ...fields,
})
export const approveInput = (spender: string, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender as Hex, amount] })
export const transferInput = (to: string, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to as Hex, amount] })

export type Lists = Partial<Record<'txlist' | 'txlistinternal' | 'tokentx' | 'tokennfttx', Row[]>>

/** Answers as Etherscan and Blockscout do, from whole lists: with blocks, pages, and the newest first. */
export function answerLists(lists: Lists, balance: unknown = '0', tokens: unknown[] = []) {
  return ({ query }: Asked): Reply => {
    const { action = '', startblock = '0', endblock = '999999999999', page = '1', offset = '10000' } = query
    if (query['module'] !== 'account') return { json: { status: '0', message: 'NOTOK', result: 'Missing module' } }
    if (action === 'balance') return { json: { status: '1', message: 'OK', result: balance } }
    const all =
      action === 'tokenlist'
        ? tokens
        : (lists[action as keyof Lists] ?? [])
            .filter(({ blockNumber }) => Number(blockNumber) >= Number(startblock))
            .filter(({ blockNumber }) => Number(blockNumber) <= Number(endblock))
            .sort((a, b) => Number(b['blockNumber']) - Number(a['blockNumber']))
            .slice((Number(page) - 1) * Number(offset), Number(page) * Number(offset))
    if (all.length === 0) return { json: { status: '0', message: 'No transactions found', result: [] } }
    return { json: { status: '1', message: 'OK', result: all } }
  }
}

/** A transfer of `alchemy_getAssetTransfers`. */
export type Transfers = Record<string, unknown>
export const alchemyTransfer = (fields: Transfers = {}): Transfers => ({
  ...{ blockNum: '0x64', uniqueId: `${hash(1)}:${JSON.stringify(fields)}`, hash: hash(1), from: ACCOUNT, to: FRIEND },
  ...{ value: 1, erc721TokenId: null, erc1155Metadata: null, tokenId: null, asset: 'ETH', category: 'external' },
  rawContract: { value: '0xde0b6b3a7640000', address: null, decimal: '0x12' },
  metadata: { blockTimestamp: '2023-11-14T22:13:20.000Z' },
  ...fields,
})

type AlchemyState = {
  native?: string
  amounts?: { contractAddress: string; tokenBalance: string }[]
  /** Metadata by contract; an error for the others. */
  facts?: Record<string, unknown>
  transfers?: Transfers[]
  /** Tokens in one page. */
  page?: number
}

/** Answers JSON-RPC as Alchemy does: with blocks, pages, and the newest first. */
export function answerAlchemy({ native = '0x0', amounts = [], facts = {}, transfers = [], page = 100 }: AlchemyState) {
  return ({ body }: Asked): Reply => {
    const { method, params } = body as { method: string; params: unknown[] }
    const tell = (result: unknown): Reply => ({ json: { jsonrpc: '2.0', id: 1, result } })
    if (method === 'eth_getBalance') return tell(native)
    if (method === 'alchemy_getTokenMetadata') {
      const found = facts[String(params[0])]
      return found === undefined
        ? { json: { jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'Invalid' } } }
        : tell(found)
    }
    const query = (method === 'alchemy_getTokenBalances' ? (params[2] ?? {}) : params[0]) as Record<string, string>
    const from = Number(query['pageKey'] ?? 0)
    if (method === 'alchemy_getTokenBalances') {
      const [address, tokens] = params
      if (Array.isArray(tokens))
        return tell({ address, tokenBalances: amounts.filter((each) => tokens.includes(each.contractAddress)) })
      const more = from + page < amounts.length ? { pageKey: String(from + page) } : {}
      return tell({ address: params[0], tokenBalances: amounts.slice(from, from + page), ...more })
    }
    if (method !== 'alchemy_getAssetTransfers') return { status: 400, json: { error: { code: -32601 } } }
    const { fromAddress, toAddress, fromBlock = '0x0', toBlock = '0xffffffffff', maxCount = '0x3e8' } = query
    const all = transfers
      .filter((each) => each['from'] === fromAddress || each['to'] === toAddress)
      .filter(({ blockNum }) => Number(blockNum) >= Number(fromBlock) && Number(blockNum) <= Number(toBlock))
      .sort((a, b) => Number(b['blockNum']) - Number(a['blockNum']))
    const most = Number(maxCount)
    const more = from + most < all.length ? { pageKey: String(from + most) } : {}
    return tell({ transfers: all.slice(from, from + most), ...more })
  }
}

export const SOLANA: DataNetwork = {
  ...{ caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', id: undefined, name: 'Solana', symbol: 'SOL' },
  ...{ decimals: 9, rpc: 'http://127.0.0.1:1' },
}
/** Made-up accounts and signatures in base58, without a checksum to be right. */
export const OWNER = 'Meee111111111111111111111111111111111111111'
export const PEER = 'Peer111111111111111111111111111111111111111'
export const MINT = 'Mint111111111111111111111111111111111111111'
export const signature = (number: number) =>
  `Sig${String(number).replaceAll('0', 'A').padStart(8, 'z')}`.padEnd(88, '1')
export const SOLANA_TOKEN: ListedToken = {
  ...{ caipNetworkId: SOLANA.caipNetworkId, address: MINT, name: 'USD Coin', symbol: 'USDC', decimals: 6 },
  iconUrl: 'https://tokens.example/usdc.png',
}

/** An enhanced transaction of Helius: OWNER pays 1.5 SOL to PEER. */
export const enhanced = (fields: object = {}) => ({
  ...{ description: 'Meee transferred 1.5 SOL to Peer', type: 'TRANSFER', source: 'SYSTEM_PROGRAM', fee: 5000 },
  ...{ feePayer: OWNER, signature: signature(1), slot: 234_000_000, timestamp: 1_700_000_000 },
  nativeTransfers: [{ fromUserAccount: OWNER, toUserAccount: PEER, amount: 1_500_000_000 }],
  ...{ tokenTransfers: [] as object[], accountData: [] as object[], transactionError: null, events: {} },
  ...fields,
})
export const splTransfer = (fields: object = {}) => ({
  ...{ fromUserAccount: PEER, toUserAccount: OWNER, fromTokenAccount: 'PeerToken', toTokenAccount: 'OwnToken' },
  ...{ tokenAmount: 12.5, mint: MINT, tokenStandard: 'Fungible', ...fields },
})
/** The account's exact change of a token. */
export const tokenChange = (tokenAmount: string, fields: object = {}) => ({
  ...{ account: 'OwnToken', nativeBalanceChange: 0 },
  tokenBalanceChanges: [
    {
      userAccount: OWNER,
      tokenAccount: 'OwnToken',
      mint: MINT,
      rawTokenAmount: { tokenAmount, decimals: 6 },
      ...fields,
    },
  ],
})
/** An item of `getAssetsByOwner`. */
export const asset = (fields: object = {}, info: object = {}) => ({
  ...{ interface: 'FungibleToken', id: 'Bonk111111111111111111111111111111111111111' },
  content: { metadata: { name: 'Bonk', symbol: 'Bonk' }, links: { image: 'https://bonk.example/b.png' } },
  token_info: {
    ...{ symbol: 'BONK', balance: 123_456_789, supply: 1, decimals: 5, token_program: 'Token' },
    ...{ price_info: { price_per_token: 0.00002, total_price: 0.02, currency: 'USDC' }, ...info },
  },
  ...fields,
})

export const BITCOIN: DataNetwork = {
  ...{ caipNetworkId: 'bip122:000000000019d6689c085ae165831e93', id: undefined, name: 'Bitcoin', symbol: 'BTC' },
  ...{ decimals: 8, rpc: '' },
}
/** Addresses of BIP-173 and BIP-350. */
export const HOLDER = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
export const PAYEE = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'
export const txid = (number: number) => number.toString(16).padStart(64, '0')
export const confirmedAt = (height = 799_000) => ({
  ...{ confirmed: true, block_height: height, block_hash: txid(height), block_time: 1_700_000_000 },
})
/** The transaction of the coin that is spent, and its place there, count for inputs only. */
type Side = [address: string | undefined, value: number, from?: string, index?: number]
/** A transaction of Esplora. */
export const bitcoinTransaction = (number: number, from: readonly Side[], to: readonly Side[], more: object = {}) => ({
  ...{ txid: txid(number), version: 1, locktime: 0, size: 225, weight: 900 },
  vin: from.map(([address, value, spent = txid(number + 1_000), vout = 0]) => ({
    ...{ txid: spent, vout, scriptsig: '', scriptsig_asm: '', is_coinbase: false, sequence: 4_294_967_295 },
    prevout: {
      ...{ scriptpubkey: '00', scriptpubkey_asm: 'OP_0', scriptpubkey_type: 'v0_p2wpkh', value },
      ...(address !== undefined && { scriptpubkey_address: address }),
    },
  })),
  vout: to.map(([address, value]) => ({
    ...{ scriptpubkey: '00', scriptpubkey_asm: 'OP_0', scriptpubkey_type: 'v0_p2wpkh', value },
    ...(address !== undefined && { scriptpubkey_address: address }),
  })),
  fee: Math.max(0, from.reduce((sum, [, value]) => sum + value, 0) - to.reduce((sum, [, value]) => sum + value, 0)),
  status: confirmedAt(),
  ...more,
})
