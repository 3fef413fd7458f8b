import type { Client } from './client.ts'

/** Sets of clients by name. A set that becomes empty is removed. */
function createIndex() {
  const sets = new Map<string, Set<Client>>()
  const none: ReadonlySet<Client> = new Set()
  return {
    of: (name: string): ReadonlySet<Client> => sets.get(name) ?? none,
    add: (name: string, client: Client) => void sets.set(name, (sets.get(name) ?? new Set<Client>()).add(client)),
    remove(name: string, client: Client) {
      const set = sets.get(name)
      if (set?.delete(client) && set.size === 0) sets.delete(name)
    },
  }
}

/**
 * The connected clients, also indexed by IP address and by topic, so that neither a message nor a new socket has to
 * search all of them.
 */
export type Clients = ReturnType<typeof createClients>

export function createClients() {
  const all = new Set<Client>()
  const [byIp, byTopic] = [createIndex(), createIndex()]
  return {
    all: all as ReadonlySet<Client>,
    ofIp: byIp.of,
    readersOf: byTopic.of,
    add(client: Client): void {
      all.add(client)
      byIp.add(client.ip, client)
    },
    /** Removes a client. The caller must unsubscribe it from its topics first. */
    remove(client: Client): void {
      all.delete(client)
      byIp.remove(client.ip, client)
    },
    subscribe(client: Client, topic: string): void {
      client.topics.add(topic)
      byTopic.add(topic, client)
    },
    /** Returns `false` if the client had not subscribed. */
    unsubscribe(client: Client, topic: string): boolean {
      byTopic.remove(topic, client)
      return client.topics.delete(topic)
    },
  }
}
