/** `kit.on` of a plugin: events of the active account only, as frozen copies. */
import type { Kit } from '../contracts/kit.ts'
import { perKit } from '../contracts/perKit.ts'
import type { PluginEvents } from '../contracts/pluginEvents.ts'
import { sentTransactions } from '../data/sent.ts'
import { plain } from '../lib/isRecord.ts'
import { activeAccount, activeNetworkOf } from '../state/active.ts'

type Transaction = PluginEvents['transaction']
type Listen = { [E in keyof PluginEvents]: (kit: Kit, listener: (event: PluginEvents[E]) => void) => () => void }

/**
 * By plugin id: the transactions that started the plugin's controller. They are kept until the controller has been
 * created, so that its listeners get them.
 */
export const missed = perKit(() => new Map<string, Transaction[]>())

const isOwn = (kit: Kit, address: string) => activeAccount(kit)?.address?.toLowerCase() === address.toLowerCase()

/** Calls the listener for each transaction that the active account sent, with its note if it has one. */
export const onTransaction = (kit: Kit, listener: (event: Transaction) => void) =>
  kit.events.on('transaction', (sent) => {
    if (!isOwn(kit, sent.from)) return
    const note = sentTransactions(kit).find(({ hash }) => hash === sent.hash)?.note
    listener(Object.freeze(plain(note ? { ...sent, note } : sent)))
  })

export const LISTEN: Listen = {
  transaction: onTransaction,
  signature: (kit, listener) =>
    kit.events.on('signature', (signed) => {
      if (isOwn(kit, signed.account)) listener(Object.freeze(plain(signed)))
    }),
  session: (kit, listener) => {
    let before = sessionOf(kit)
    const compare = () => {
      const now = sessionOf(kit)
      const kind = kindOf(before, now)
      before = now
      if (kind) listener(Object.freeze({ kind, ...now }))
    }
    const stops = (['connected', 'disconnected', 'changed'] as const).map((name) => kit.events.on(name, compare))
    return () => stops.forEach((stop) => stop())
  },
}

type Session = Omit<PluginEvents['session'], 'kind'>

const sessionOf = (kit: Kit): Session => {
  const { address, status } = activeAccount(kit) ?? {}
  return {
    address: status === 'connected' ? address : undefined,
    caipNetworkId: activeNetworkOf(kit)?.caipNetworkId,
  }
}

function kindOf(before: Session, now: Session): PluginEvents['session']['kind'] | undefined {
  if (before.address === undefined) return now.address === undefined ? undefined : 'connected'
  if (now.address === undefined) return 'disconnected'
  if (before.address !== now.address) return 'account'
  return before.caipNetworkId === now.caipNetworkId ? undefined : 'network'
}
