/** Describes one call of a transaction or batch: its target, its value, and its meaning if it calls a token. */
import {
  address,
  amount,
  type Fact,
  isUnlimited,
  native,
  type Part,
  text,
  until,
  type Warning,
  type Where,
} from './described.ts'
import { isBytes, readAddress, readUint } from './read.ts'
import { addressAt, ERC20, readWords, selectorOf } from '../../lib/abi.ts'
import { isRecord } from '../../lib/isRecord.ts'

type Said = Pick<Part, 'title' | 'facts' | 'warnings'>
type Read = { word: (at: number) => bigint; account: (at: number) => string | undefined; token: string; where: Where }

const UNLIMITED: Warning = { key: 'approve.unlimited', isBad: true }
const ZERO: Warning = { key: 'approve.zero', isBad: true }
const UNKNOWN: Warning = { key: 'approve.unknown', isBad: true }

function allowance({ word, account, token }: Read, title: Said['title']): Said | undefined {
  const spender = account(0)
  if (spender === undefined) return undefined
  const value = word(1)
  if (value === 0n && title === 'approve.allow')
    return {
      title: 'approve.revoke',
      // For a token, an approval of 0 takes an allowance back. For a contract of collectibles the same call lets the
      // spender take the item with the number 0, so warn.
      facts: [address('approve.spender', spender), amount('approve.upTo', 0n, token)],
      warnings: [ZERO],
    }
  return {
    title,
    facts: [address('approve.spender', spender), amount('approve.upTo', value, token)],
    warnings: isUnlimited(value) ? [UNLIMITED] : [],
  }
}

/**
 * How to describe the known methods that move tokens, or let another account move them, by selector (the first four
 * bytes).
 */
const METHODS: Readonly<Record<string, { words: number; say: (read: Read) => Said | undefined }>> = {
  // transfer(address to, uint256 amount)
  [ERC20.transfer]: {
    words: 2,
    say: ({ word, account, token }) => {
      const to = account(0)
      return to === undefined
        ? undefined
        : {
            title: 'approve.send',
            facts: [amount('approve.amount', word(1), token), address('approve.to', to)],
            warnings: [],
          }
    },
  },
  // transferFrom(address from, address to, uint256 amount)
  [ERC20.transferFrom]: { words: 3, say: (read) => moved(read) },
  // safeTransferFrom(address from, address to, uint256 id)
  '0x42842e0e': {
    words: 3,
    say: ({ word, account, token }) => {
      const [from, to] = [account(0), account(1)]
      if (from === undefined || to === undefined) return undefined
      const facts = [text('approve.item', String(word(2))), address('approve.to', to), address('approve.from', from)]
      return { title: 'approve.sendItem', facts: [...facts, address('approve.collection', token)], warnings: [] }
    },
  },
  // approve(address spender, uint256 amount)
  [ERC20.approve]: { words: 2, say: (read) => allowance(read, 'approve.allow') },
  // increaseAllowance(address spender, uint256 added)
  '0x39509351': { words: 2, say: (read) => allowance(read, 'approve.allowMore') },
  // setApprovalForAll(address operator, bool approved)
  '0xa22cb465': {
    words: 2,
    say: ({ word, account, token }) => {
      const operator = account(0)
      if (operator === undefined || word(1) > 1n) return undefined
      const facts = [address('approve.spender', operator), address('approve.collection', token)]
      return word(1) === 0n
        ? { title: 'approve.revokeAll', facts, warnings: [] }
        : { title: 'approve.allowAll', facts, warnings: [{ key: 'approve.allItems', isBad: true }] }
    },
  },
  // Permit2: approve(address token, address spender, uint160 amount, uint48 expiration)
  '0x87517c45': {
    words: 4,
    say: ({ word, account, where }) => {
      const [token, spender] = [account(0), account(1)]
      if (token === undefined || spender === undefined) return undefined
      const [value, end] = [word(2), until('approve.until', word(3), where)]
      return {
        title: 'approve.allow',
        facts: [address('approve.spender', spender), amount('approve.upTo', value, token), ...end.facts],
        warnings: [...(isUnlimited(value) ? [UNLIMITED] : []), ...end.warnings],
      }
    },
  },
}

/**
 * Describes `transferFrom`. If `from` is the signer's own account, it is described as a send: contracts of collectibles
 * have no `transfer`, so wallets send items with `transferFrom`.
 */
function moved({ word, account, token, where }: Read): Said | undefined {
  const [from, to] = [account(0), account(1)]
  if (from === undefined || to === undefined) return undefined
  const facts = [amount('approve.amount', word(2), token), address('approve.to', to), address('approve.from', from)]
  return {
    title: from === where.account?.toLowerCase() ? 'approve.send' : 'approve.sendFrom',
    facts,
    // In a collection, the number 0 is that of an item, which moves. In a token it is an amount, and moves nothing.
    warnings: word(2) === 0n ? [ZERO] : [],
  }
}

/** Describes a call of a known token method; `undefined` for any other or malformed call. */
function readMethod(data: string, token: string, where: Where): Said | undefined {
  const selector = selectorOf(data)
  const method = Object.hasOwn(METHODS, selector) ? METHODS[selector] : undefined
  const words = readWords(data)
  if (!method || !words || words.length < method.words) return undefined
  const word = (at: number) => words[at] ?? 0n
  const account = (at: number) => addressAt(words, at)
  return method.say({ word, account, token, where })
}

/** Describes `{ to?, value?, data? | input? }`; `undefined` if it is not a valid call. */
export function describeCall(call: unknown, where: Where): Part | undefined {
  if (!isRecord(call)) return undefined
  const { to, value = '0x0' } = call
  // If `data` is null or absent, wallets use `input`, so describe that.
  const data = call['data'] ?? call['input']
  const [target, wei] = [readAddress(to), readUint(value ?? '0x0')]
  if (wei === undefined || (to != null && target === undefined)) return undefined
  const bytes = data ?? '0x'
  if (!isBytes(bytes) || (target === undefined && bytes === '0x')) return undefined
  const said = target === undefined ? undefined : readMethod(bytes, target, where)
  const paid: Fact[] = wei > 0n ? [native('approve.amount', wei)] : []
  const details: Fact[] = bytes === '0x' ? [] : [text('approve.data', bytes)]
  if (target === undefined) return { title: 'approve.create', facts: paid, warnings: [UNKNOWN], details }
  if (said) {
    // A call of a token method can send native currency as well: show that value next to the token's amount.
    return {
      ...said,
      facts: [...said.facts, ...(wei > 0n ? [native('approve.value', wei)] : [])],
      details: [address('approve.contract', target), ...details],
    }
  }
  const facts = [...(bytes === '0x' ? [native('approve.amount', wei)] : paid), address('approve.to', target)]
  return bytes === '0x'
    ? { title: 'approve.send', facts, warnings: [], details }
    : { title: 'approve.call', facts, warnings: [UNKNOWN], details }
}
