/** Reads transactions from the lists of Etherscan's API: the rows of all lists with one hash are one transaction. */
import { decodeFunctionData, erc20Abi, type Hex } from 'viem'
import { addressOf, amountOf, countOf, type Fields, fieldsOf, hashOf, isAdvert, textOf, tokenFacts } from '../shape.ts'
import type { ListName } from './etherscanApi.ts'
import type { Approval, Deed, Movement, Token } from './evmRow.ts'

/**
 * Finds a contract (in lower case) in the operator's token list, whose names and decimals are trusted; undefined if the
 * contract is not listed.
 */
export type Listed = (contract: string) => Token | undefined

/** The first four bytes of `approve(address,uint256)` and `transfer(address,uint256)` (EIP-20). */
const APPROVE = '0x095ea7b3'
const TRANSFER = '0xa9059cbb'

/** A transaction with its block number and its index in the block. */
type Placed = { deed: Deed; block: number; index: number }

/** The transactions of one page, newest first. Entries that are not as documented are left out. */
export function deedsOf(lists: Readonly<Record<ListName, readonly unknown[]>>, listed: Listed): Deed[] {
  const found = new Map<string, Placed>()
  const learnt = new Map<string, Token>()
  const known: Listed = (contract) => listed(contract) ?? learnt.get(contract)
  const place = (fields: Fields): Placed | undefined => {
    // Blockscout calls the hash of an internal transaction `transactionHash`.
    const hash = hashOf(fields['hash']) ?? hashOf(fields['transactionHash'])
    const [block, at] = [countOf(fields['blockNumber']), countOf(fields['timeStamp'])]
    if (hash === undefined || block === undefined || at === undefined) return undefined
    const placed = found.get(hash) ?? { deed: blank(hash, at), block, index: 0 }
    placed.index = Math.max(placed.index, countOf(fields['transactionIndex']) ?? 0)
    found.set(hash, placed)
    return placed
  }

  for (const [name, read] of [
    ['tokentx', (fields: Fields) => tokenMovement(fields, listed)],
    ['tokennfttx', nftMovement],
    ['txlistinternal', internalMovement],
  ] as const)
    for (const entry of lists[name]) {
      const fields = fieldsOf(entry)
      const movement = read(fields)
      if (!movement) continue
      if (movement.kind === 'token') learnt.set(movement.token.contract, movement.token)
      place(fields)?.deed.movements.push(movement)
    }
  for (const entry of lists.txlist) {
    const fields = fieldsOf(entry)
    const placed = addressOf(fields['from']) === undefined ? undefined : place(fields)
    if (placed) addTransaction(placed.deed, fields, known)
  }
  return [...found.values()].sort((a, b) => b.block - a.block || b.index - a.index).map(({ deed }) => deed)
}

const blank = (hash: string, at: number): Deed => ({
  ...{ hash, at, sender: undefined, receiver: undefined, nonce: 0 },
  ...{ succeeded: true, deploys: false, approves: false, movements: [], approvals: [] },
})

/** Adds the fields of the transaction's entry in `txlist`. */
function addTransaction(deed: Deed, fields: Fields, known: Listed): void {
  const [from, to] = [addressOf(fields['from']), addressOf(fields['to'])]
  const created = addressOf(fields['contractAddress'])
  const input = typeof fields['input'] === 'string' ? fields['input'] : ''
  deed.sender = from
  deed.receiver = to ?? created
  deed.nonce = countOf(fields['nonce']) ?? 0
  deed.deploys = to === undefined
  // Transactions before Ethereum's Byzantium have an empty `txreceipt_status`.
  deed.succeeded = fields['isError'] !== '1' && fields['txreceipt_status'] !== '0'
  deed.approves =
    fields['methodId'] === APPROVE ||
    input.startsWith(APPROVE) ||
    /^approve\(/.test(textOf(fields['functionName']) ?? '')
  const receiver = deed.receiver
  const value = amountOf(fields['value']) ?? 0n
  if (from !== undefined && receiver !== undefined && value > 0n)
    deed.movements.unshift({ kind: 'native', from, to: receiver, amount: value })
  if (from === undefined || to === undefined) return
  const call = callOf(input)
  const token = call && known(to)
  if (!token) return
  if (call.kind === 'approve') deed.approvals.push(approvalOf(token, call))
  // A failed transaction has no transfers: show what it tried.
  else if (!deed.succeeded) deed.movements.push({ kind: 'token', token, from, to: call.to, amount: call.amount })
}

type Call = { kind: 'approve' | 'transfer'; to: string; amount: bigint }

const approvalOf = (token: Token, { to, amount }: Call): Approval => ({ token, spender: to, amount })

/** Decodes a call of `approve` or `transfer` of an ERC-20 token; undefined for other call data. */
export function callOf(input: string): Call | undefined {
  if (!input.startsWith(APPROVE) && !input.startsWith(TRANSFER)) return undefined
  try {
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data: input as Hex })
    if (functionName !== 'approve' && functionName !== 'transfer') return undefined
    return { kind: functionName, to: args[0].toLowerCase(), amount: args[1] }
  } catch {
    return undefined
  }
}

function between(fields: Fields): { from: string; to: string } | undefined {
  const [from, to] = [addressOf(fields['from']), addressOf(fields['to']) ?? addressOf(fields['contractAddress'])]
  return from === undefined || to === undefined ? undefined : { from, to }
}

function internalMovement(fields: Fields): Movement | undefined {
  const [parties, amount] = [between(fields), amountOf(fields['value'])]
  if (!parties || amount === undefined || amount === 0n || fields['isError'] === '1') return undefined
  // Such a call reports the value of the surrounding call, and moves nothing.
  if (/^(delegatecall|callcode|staticcall)$/.test(textOf(fields['callType']) ?? textOf(fields['type']) ?? ''))
    return undefined
  // At Blockscout, the entry with the index 0 is the transaction's own call, which `txlist` has too.
  return fields['index'] === '0' ? undefined : { kind: 'native', ...parties, amount }
}

function tokenMovement(fields: Fields, listed: Listed): Movement | undefined {
  const [from, to] = [addressOf(fields['from']), addressOf(fields['to'])]
  const contract = addressOf(fields['contractAddress'])
  if (from === undefined || to === undefined || contract === undefined) return undefined
  // Older versions of Blockscout list NFTs here too.
  if (fields['tokenID'] !== undefined || fields['tokenIDs'] !== undefined) return undefined
  const amount = amountOf(fields['value'])
  const { tokenName: name, tokenSymbol: symbol, tokenDecimal: decimals } = fields
  const facts = tokenFacts({ name, symbol, decimals })
  const token = listed(contract) ?? (facts && { contract, ...facts, iconUrl: '' })
  return token && amount !== undefined ? { kind: 'token', token, from, to, amount } : undefined
}

function nftMovement(fields: Fields): Movement | undefined {
  const [from, to, id] = [addressOf(fields['from']), addressOf(fields['to']), amountOf(fields['tokenID'])]
  if (from === undefined || to === undefined || id === undefined) return undefined
  const collection = textOf(fields['tokenName']) ?? textOf(fields['tokenSymbol']) ?? 'NFT'
  return { kind: 'nft', from, to, amount: 1n, name: `${collection} #${id}`, isSpam: isAdvert(collection) }
}
