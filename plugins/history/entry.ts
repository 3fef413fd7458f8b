/** Describes one row: what happened, with which address, and how much. Texts are message keys, for translation. */
import { cleanText, type Sent, type SentAmount, shortAddress } from 'walletkit/plugin'
import type { HistoryKey } from './messages.ts'
import type { Status, Transaction, Transfer } from './transaction.ts'

/** `item`: an NFT's name, which the NFT's creator chose: the row shows it in quotation marks, after the words. */
export type Words = { key: HistoryKey; values?: Record<string, string>; item?: string }
/** An amount that the row shows: `numeric` is exact decimal text. For an NFT it is a count, without a symbol. */
export type Moved = { sign: '+' | '−' | ''; numeric: string; symbol: string | undefined }
export type Picture = { name: string; url: string | undefined; isNft: boolean }

export type Entry = {
  key: string
  /** ms since 1970. */
  at: number
  hash: string
  chain: string
  status: Status
  title: HistoryKey
  note: Words | undefined
  /** The row is a swap that also shows the approval for this swap, which has no row of its own. */
  approved?: true
  /** Number of transfers, or of approvals, that the row does not show. */
  more: number
  moved: Moved | undefined
  /** For a swap, the token sold, then the token bought. */
  pictures: readonly Picture[]
  badge: 'send' | 'receive' | 'check' | 'card' | 'puzzle' | undefined
}

/** The most characters of a name that a stranger chose, so that the words beside it keep their place in the row. */
const NAME = 32
/**
 * What looks like a quotation mark: with one, a name could end the row's quotation, and its rest would look like the
 * row's own words.
 */
const QUOTES = /["\u201c-\u201f\u2033\u2036\u00ab\u00bb\u2039\u203a\u275d\u275e\u300c-\u300f\u301d-\u301f\uff02]/g
const itemName = (name: string): string => cleanText(name.replace(QUOTES, ''), NAME)

const symbolOf = ({ fungible_info: token, nft_info: nft }: Transfer) =>
  token?.symbol || itemName(token?.name || nft?.name || '')
const pictureOf = ({ fungible_info: token, nft_info: nft }: Transfer): Picture => ({
  name: token?.symbol || nft?.name || '?',
  url: token?.icon?.url ?? nft?.content?.preview?.url ?? nft?.content?.detail?.url,
  isNft: nft !== undefined,
})
const movedOf = (sign: Moved['sign'], { quantity, fungible_info: token }: Transfer): Moved | undefined =>
  quantity.numeric === '' ? undefined : { sign, numeric: quantity.numeric, symbol: token?.symbol }

/** Returns the contact's name for an address, else its short form. */
export type NameOf = (address: string) => string

/** The row for a transaction of the history service. `approval`: the approval that this swap needed. */
export function entryOf(row: Transaction, name: NameOf = shortAddress, approval?: Transaction): Entry {
  const entry = described(row, name)
  return approval ? { ...entry, approved: true } : entry
}

function described(row: Transaction, name: NameOf): Entry {
  const { metadata, transfers, approvals } = row
  const { operationType, sentFrom, sentTo, isPurchase } = metadata
  // A transaction may move spam NFTs together with real tokens: describe only the real tokens.
  const shown = transfers.filter(({ nft_info: nft }) => nft?.flags.is_spam !== true)
  const [gain] = shown.filter(({ direction }) => direction === 'in')
  const [loss] = shown.filter(({ direction }) => direction === 'out')
  const [around] = shown.filter(({ direction }) => direction === 'self')
  const base = {
    key: row.id,
    at: row.at,
    hash: metadata.hash,
    chain: metadata.chain,
    status: metadata.status,
    more: Math.max(0, shown.length - (gain && loss ? 2 : 1)),
  }
  const one = (transfer: Transfer, sign: Moved['sign']) => ({
    ...base,
    moved: movedOf(sign, transfer),
    pictures: [pictureOf(transfer)],
  })
  // If there are several items, do not name one of them: next to the sender and the number of other items, a phone has
  // no room for the name.
  const side = ({ nft_info: nft }: Transfer, words: Words): Words => {
    const item = base.more ? '' : itemName(nft?.name ?? '')
    return item ? { ...words, item } : words
  }
  if (isPurchase && gain)
    return { ...one(gain, '+'), title: 'history.bought', note: { key: 'history.onramp' }, badge: 'card' }
  if (gain && loss)
    return {
      ...one(gain, '+'),
      title: 'history.swapped',
      note: { key: 'history.for', values: { out: symbolOf(loss), in: symbolOf(gain) } },
      pictures: [pictureOf(loss), pictureOf(gain)],
      badge: undefined,
    }
  if (gain) {
    const title = operationType === 'mint' ? 'history.minted' : 'history.received'
    const from: Words = { key: 'history.from', values: { address: name(sentFrom) } }
    return { ...one(gain, '+'), title, note: side(gain, from), badge: 'receive' }
  }
  const away = loss ?? around
  if (away) {
    const title = operationType === 'burn' ? 'history.burned' : 'history.sent'
    const to: Words = loss ? { key: 'history.to', values: { address: name(sentTo) } } : { key: 'history.self' }
    return { ...one(away, loss ? '−' : ''), title, note: side(away, to), badge: 'send' }
  }
  const [approval] = approvals
  if (approval) {
    const { fungible_info: token, spender, quantity } = approval
    const isGone = quantity !== undefined && /^[0.]+$/.test(quantity.numeric)
    return {
      ...base,
      title: isGone ? 'history.revoked' : 'history.approved',
      note: {
        key: 'history.spender',
        values: { symbol: token.symbol || itemName(token.name), address: name(spender) },
      },
      moved: undefined,
      pictures: [{ name: token.symbol, url: token.icon?.url, isNft: false }],
      badge: 'check',
      more: approvals.length - 1,
    }
  }
  const isDeployed = operationType === 'deploy'
  return {
    ...base,
    title: isDeployed ? 'history.deployed' : operationType === 'approve' ? 'history.approved' : 'history.called',
    note: sentTo === '' ? undefined : { key: 'history.with', values: { address: name(sentTo) } },
    more: 0,
    moved: undefined,
    pictures: [],
    badge: 'puzzle',
  }
}

/** The row for a transaction that this browser sent and the history service does not list yet. */
export function entryOfSent(
  { hash, caipNetworkId, from, to, status, at, note }: Sent,
  name: NameOf = shortAddress,
): Entry {
  const base = { key: hash, at, hash, chain: caipNetworkId, status, more: 0 }
  const { kind, out, in: gain } = note ?? {}
  const address = name(to)
  const picture = ({ symbol, iconUrl }: SentAmount): Picture => ({ name: symbol, url: iconUrl, isNft: false })
  const moved = (sign: Moved['sign'], amount: SentAmount | undefined): Moved | undefined =>
    amount && { sign, numeric: amount.amount, symbol: amount.symbol }
  if (kind === 'swap')
    return {
      ...base,
      title: 'history.swapped',
      note: { key: 'history.for', values: { out: out?.symbol ?? '', in: gain?.symbol ?? '' } },
      moved: moved('+', gain),
      pictures: [out, gain].flatMap((each) => (each ? [picture(each)] : [])),
      badge: undefined,
    }
  if (kind === 'approve')
    return {
      ...base,
      title: out?.amount === '0' ? 'history.revoked' : 'history.approved',
      // On Solana, a transaction that removes approvals goes to the account itself, because it may remove several
      // approvals. Then name no spender.
      note: to === from ? undefined : { key: 'history.spender', values: { symbol: out?.symbol ?? '', address } },
      moved: undefined,
      pictures: out ? [picture(out)] : [],
      badge: 'check',
    }
  return {
    ...base,
    title: kind === 'send' ? 'history.sent' : kind === 'execute' ? 'history.called' : 'history.transaction',
    note:
      kind === 'send' && note?.receivers
        ? { key: 'history.receivers', values: { count: String(note.receivers.length) } }
        : { key: kind === 'execute' ? 'history.with' : 'history.to', values: { address } },
    moved: moved('−', out),
    pictures: out ? [picture(out)] : [],
    badge: kind === 'execute' ? 'puzzle' : 'send',
  }
}
