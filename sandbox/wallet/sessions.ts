/** The wallet's sessions: lists, extends and ends them, and changes their chains and accounts. */
import { namespaceOf, sessionOf, unique, type Holder } from './holder.ts'
import { Fault, referenceOf } from './namespace.ts'
import { accountsOf, type Granted } from './proposal.ts'
import type { Session, Wallet } from './types.ts'

type Sessions = Pick<Wallet, 'sessions' | 'disconnect' | 'switchChain' | 'setAccounts' | 'update'>

const chainsOf = ({ chains, accounts }: { chains?: string[]; accounts: string[] }) =>
  unique([...(chains ?? []), ...accounts.map((each) => each.split(':').slice(0, 2).join(':'))])

export function createSessions(holder: Holder): Sessions {
  const { client, namespaces } = holder
  const topicsOf = (topic?: string) => (topic ? [topic] : Object.keys(client.getActiveSessions()))

  /**
   * Changes a session's namespaces, and waits until the page has acknowledged it: an event may name only what a session
   * has.
   */
  const setNamespaces = async (topic: string, next: Granted) => {
    const { acknowledged } = await client.updateSession({ topic, namespaces: next })
    await acknowledged()
  }
  const namespacesOf = (topic: string): Granted =>
    Object.fromEntries(
      Object.entries(sessionOf(holder, topic).namespaces).map(([key, each]) => [
        key,
        { ...each, chains: chainsOf(each) },
      ]),
    )

  return {
    sessions: (): Session[] =>
      Object.values(client.getActiveSessions()).map(({ topic, expiry, peer, namespaces: given }) => ({
        topic,
        expiry,
        name: peer.metadata.name,
        url: peer.metadata.url,
        chains: Object.values(given).flatMap(chainsOf),
        accounts: Object.values(given).flatMap(({ accounts }) => accounts),
        methods: unique(Object.values(given).flatMap(({ methods }) => methods)),
      })),
    async disconnect(topic) {
      for (const each of topicsOf(topic)) {
        await client.disconnectSession({ topic: each, reason: { code: 6000, message: 'User disconnected.' } })
      }
      holder.changed()
    },
    async switchChain(chainId, topic) {
      const namespace = namespaceOf(holder, chainId)
      if (!namespace.serves(chainId)) throw new Fault(4902, `The sandbox wallet has no network ${chainId}`)
      for (const each of topicsOf(topic)) {
        const given = namespacesOf(each)
        const mine = given[namespace.id]
        if (!mine) continue
        if (!mine.chains.includes(chainId)) {
          const chains = [...mine.chains, chainId]
          const accounts = accountsOf(namespace, chains, holder.count)
          await setNamespaces(each, { ...given, [namespace.id]: { ...mine, chains, accounts } })
        }
        const data = namespace.id === 'eip155' ? Number(referenceOf(chainId)) : chainId
        await client.emitSessionEvent({ topic: each, chainId, event: { name: 'chainChanged', data } })
      }
      holder.changed()
    },
    async setAccounts(next, topic) {
      holder.count = Math.max(1, Math.floor(next))
      for (const each of topicsOf(topic)) {
        const given = namespacesOf(each)
        for (const [key, mine] of Object.entries(given)) {
          const namespace = namespaces.find(({ id }) => id === key)
          if (namespace) given[key] = { ...mine, accounts: accountsOf(namespace, mine.chains, holder.count) }
        }
        await setNamespaces(each, given)
        for (const { chains, accounts, events } of Object.values(given)) {
          const [chainId = ''] = chains
          const data = accounts.filter((account) => account.startsWith(`${chainId}:`))
          const event = { name: 'accountsChanged', data }
          if (events.includes(event.name)) await client.emitSessionEvent({ topic: each, chainId, event })
        }
      }
      holder.changed()
    },
    async update(topic, next) {
      for (const each of topicsOf(topic)) {
        if (next) await setNamespaces(each, next)
        else await (await client.extendSession({ topic: each })).acknowledged()
      }
      holder.changed()
    },
  }
}
