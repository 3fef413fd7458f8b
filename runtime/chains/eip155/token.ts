import type { Rpc } from '../../http/rpc.ts'
import { AnswerError, isHexAddress, parseQuantity } from './provider.ts'
import { encodeWord } from '../../lib/abi.ts'
import { cleanText } from '../../lib/text.ts'

/** Selectors of ERC-20's read methods. */
const SELECTORS = { balanceOf: '0x70a08231', decimals: '0x313ce567', symbol: '0x95d89b41' } as const

/**
 * Reads a token's balance of `owner` (in base units), its decimals (0 to 255) and its symbol, which is empty if the
 * contract names none. Throws if the contract is not a token.
 */
export async function readToken(
  rpc: Rpc,
  token: string,
  owner: string,
): Promise<{ balance: bigint; decimals: number; symbol: string }> {
  if (!isHexAddress(token) || !isHexAddress(owner)) throw new Error('Invalid address')
  const call = (data: string) => rpc.request({ method: 'eth_call', params: [{ to: token, data }, 'latest'] })
  const [balance, decimals, symbol] = await Promise.all([
    call(SELECTORS.balanceOf + encodeWord(owner)).then((answer) => parseWord('balanceOf', answer)),
    call(SELECTORS.decimals).then((answer) => parseWord('decimals', answer)),
    // The symbol is optional in ERC-20.
    call(SELECTORS.symbol).then(parseText, () => ''),
  ])
  if (decimals > 255n) throw new AnswerError('decimals', decimals.toString())
  return { balance, decimals: Number(decimals), symbol }
}

function parseWord(method: string, answer: unknown): bigint {
  const value = typeof answer === 'string' && answer.length === 66 ? parseQuantity(answer) : undefined
  if (value === undefined) throw new AnswerError(method, answer)
  return value
}

/**
 * Decodes the string that a contract returned, and cleans it like any untrusted text; empty for an invalid answer.
 * Early tokens return 32 bytes, padded with zeros, instead of an ABI string.
 */
function parseText(answer: unknown): string {
  if (typeof answer !== 'string' || !/^0x([0-9a-f]{64})+$/i.test(answer)) return ''
  const words = answer.slice(2)
  const at = words.length > 64 ? Number(`0x${words.slice(0, 64)}`) * 2 : 0
  const length = words.length > 64 ? Number(`0x${words.slice(at, at + 64)}`) * 2 : 64
  const hex = words.length > 64 ? words.slice(at + 64, at + 64 + Math.min(length, 512)) : words
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number(`0x${byte}`))
  return cleanText(new TextDecoder().decode(bytes))
}
