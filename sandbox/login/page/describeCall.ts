import { decodeFunctionData, formatEther, parseAbi } from 'viem'
import type { Call } from '../rpc/params.ts'
import { code, type Field } from './field.ts'

const UNLIMITED = 2n ** 255n

const known = parseAbi([
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
])

const amountText = (amount: bigint) => (amount >= UNLIMITED ? 'all of it, without limit' : `${amount} (smallest units)`)

/** Describes a call to a token. Returns undefined for any other call. */
function decoded(data: Call['data']): { fields: Field[]; warning?: string } | undefined {
  if (!data || data === '0x') return undefined
  try {
    const { functionName, args } = decodeFunctionData({ abi: known, data })
    switch (functionName) {
      case 'transfer':
        return { fields: [code('Sends tokens to', args[0]), { label: 'Amount', value: amountText(args[1]) }] }
      case 'transferFrom':
        return {
          fields: [
            code('Takes tokens from', args[0]),
            code('Sends them to', args[1]),
            { label: 'Amount', value: amountText(args[2]) },
          ],
        }
      case 'setApprovalForAll':
        if (!args[1]) return { fields: [code('May take your items no more', args[0])] }
        return {
          fields: [code('May take all of your items', args[0])],
          warning: `${args[0]} may take every item of this collection.`,
        }
      default: {
        const fields = [code('May take your tokens', args[0]), { label: 'Up to', value: amountText(args[1]) }]
        return args[1] >= UNLIMITED
          ? { fields, warning: `${args[0]} may take all of these tokens, at any time.` }
          : { fields }
      }
    }
  } catch {
    return undefined
  }
}

/** One call: its target, its value, and what it does to a token. */
export function describeCall({ to, data, value }: Call): { fields: Field[]; warnings: { text: string; bad?: true }[] } {
  const read = decoded(data)
  return {
    fields: [
      code('To', to ?? 'a new contract'),
      { label: 'Value', value: `${formatEther(value)} ETH` },
      ...(read?.fields ?? []),
      ...(data && data !== '0x' ? [code('Data', data)] : []),
    ],
    warnings: read?.warning ? [{ text: read.warning, bad: true }] : [],
  }
}
