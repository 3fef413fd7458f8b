/** The token list: a JSON file of the operator in the form of the Uniswap token lists (tokenlists.org). */
import { readFileSync } from 'node:fs'
import { getAddress, isAddress } from 'viem'
import { SOLANA_MAINNET } from './network.ts'
import { decimalsOf, fieldsOf, keyOf, pictureOf, textOf } from './shape.ts'

/** `address` is as the network writes it: with its checksum on EVM networks. `iconUrl` is an https URL or empty. */
export type ListedToken = {
  caipNetworkId: string
  address: string
  name: string
  symbol: string
  decimals: number
  iconUrl: string
}

/** The `chainId` of Solana's mainnet in token lists. */
const SOLANA = 101
const MINT = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/

/**
 * Reads the operator's token list.
 * @throws Error if the file cannot be read, or has an incomplete token, whose index is in the message
 */
export function readTokenList(path: string): ListedToken[] {
  const { tokens } = fieldsOf(JSON.parse(readFileSync(path, 'utf8')))
  if (!Array.isArray(tokens)) throw new Error(`${path} is no token list: it has no "tokens"`)
  return (tokens as unknown[]).map((each, index) => {
    const token = listedToken(each)
    if (!token) throw new Error(`${path}: token ${index} needs chainId, address, name, symbol and decimals`)
    return token
  })
}

function listedToken(value: unknown): ListedToken | undefined {
  const fields = fieldsOf(value)
  const { chainId, address } = fields
  const [name, symbol, decimals] = [textOf(fields['name']), textOf(fields['symbol']), decimalsOf(fields['decimals'])]
  if (!Number.isSafeInteger(chainId) || typeof address !== 'string') return undefined
  if (name === undefined || symbol === undefined || decimals === undefined) return undefined
  const rest = { name, symbol, decimals, iconUrl: pictureOf(fields['logoURI']) }
  if (chainId === SOLANA) return MINT.test(address) ? { caipNetworkId: SOLANA_MAINNET, address, ...rest } : undefined
  if (!isAddress(address, { strict: false })) return undefined
  return { caipNetworkId: `eip155:${String(chainId)}`, address: getAddress(address), ...rest }
}

/** Returns a function that finds a listed token of an EVM network by its contract in lower case. */
export function listedContracts(tokens: readonly ListedToken[], caipNetworkId: string) {
  const own = tokens.filter((each) => each.caipNetworkId === caipNetworkId)
  const byContract = new Map(
    own.map(({ address, name, symbol, decimals, iconUrl }) => {
      const contract = address.toLowerCase()
      return [contract, { contract, name, symbol, decimals, iconUrl, isListed: true }]
    }),
  )
  return (contract: string) => byContract.get(contract)
}

/**
 * Returns a function that finds a listed token's name, symbol and picture by CAIP-10 address; empty texts for the
 * others.
 */
export function listedName(tokens: readonly ListedToken[]) {
  const byAddress = new Map(
    tokens.map(({ caipNetworkId, address, name, symbol, iconUrl }) => [
      keyOf(`${caipNetworkId}:${address}`),
      { name, symbol, iconUrl },
    ]),
  )
  return (caipAddress: string) => byAddress.get(keyOf(caipAddress)) ?? { name: '', symbol: '', iconUrl: '' }
}

/**
 * Sorts an account's tokens, those of the operator's list first: prices are requested only for the first ones, and
 * anybody can send an account many other tokens.
 */
export const listedFirst = <T>(tokens: readonly T[], isListed: (token: T) => boolean): T[] => [
  ...tokens.filter(isListed),
  ...tokens.filter((token) => !isListed(token)),
]
