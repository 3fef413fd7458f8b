import type { AnyPlugin } from '../contracts/definePlugin.ts'
import type { CaipNetwork } from '../contracts/network.ts'
import type { BatchCall } from '../contracts/requests.ts'
import type { SentNote } from '../data/sent.ts'
import { isRecord, plain } from '../lib/isRecord.ts'
import { formatUnits } from '../lib/units.ts'

/**
 * The note to store with what a plugin sent; `undefined` if the plugin gave none. A note of walletkit's own plugins is
 * copied. The visitor reviews a third-party plugin's calls, but not its note, so amount and receivers come from the
 * calls. The kind is then `send` if every call is a payment; otherwise it is the kind of the plugin's note, except that
 * `send` becomes `execute`. `isGuest` keeps these receivers from counting as known (`knownReceivers`): a plugin could
 * otherwise make its own address look like one that the visitor has paid before.
 */
export function noteOf(
  { guest }: AnyPlugin,
  { nativeCurrency: { symbol, decimals } }: CaipNetwork,
  calls: readonly BatchCall[],
  note: SentNote | undefined,
): SentNote | undefined {
  if (!guest) return plain(note)
  // A plugin in plain JavaScript may give anything, and an error here would hide that the transaction was sent.
  if (!isRecord(note)) return undefined
  const value = calls.reduce((sum, call) => sum + (call.value ?? 0n), 0n)
  const isPayment = calls.every((call) => (call.value ?? 0n) > 0n && (call.data ?? '0x') === '0x')
  const kind = isPayment ? 'send' : note.kind === 'swap' || note.kind === 'approve' ? note.kind : 'execute'
  return {
    kind,
    isGuest: true,
    ...(isPayment && calls.length > 1 && { receivers: calls.map(({ to }) => to) }),
    ...(value > 0n && { out: { amount: formatUnits(value, decimals), symbol } }),
  }
}
