/**
 * Decides which of the requested chains, methods and events a session gets (WalletConnect's session namespaces,
 * CAIP-25).
 */
import { Fault, type Namespace } from './namespace.ts'

export type Wanted = Record<string, { chains?: string[]; methods: string[]; events: string[] }>
export type Granted = Record<string, { chains: string[]; accounts: string[]; methods: string[]; events: string[] }>

/** The namespace of a key of a proposal, which is a namespace (`eip155`) or a chain (`eip155:1`). */
const namespaceOf = (key: string) => key.split(':')[0] ?? ''

const chainsOf = (key: string, chains: string[] = []) => (key.includes(':') ? [key] : chains)

const unique = (values: string[]) => [...new Set(values)]

/** The first `count` addresses of each chain, as CAIP-10 accounts. */
export const accountsOf = (namespace: Namespace, chains: readonly string[], count: number): string[] =>
  chains.flatMap((chain) =>
    namespace
      .addresses(chain)
      .map((address) => `${chain}:${address}`)
      .slice(0, count),
  )

/**
 * Grants the requested parts that this wallet supports.
 * @param count how many accounts of each chain the session gets
 * @throws Fault 5100 to 5104 when a required part is not supported, or none of the requested networks is
 */
export function grant(required: Wanted, optional: Wanted, namespaces: readonly Namespace[], count: number): Granted {
  for (const [key, { chains, methods, events }] of Object.entries(required)) {
    const namespace = namespaces.find(({ id }) => id === namespaceOf(key))
    if (!namespace) throw new Fault(5104, `The sandbox wallet has no ${key} accounts`)
    const chain = chainsOf(key, chains).find((each) => !namespace.serves(each))
    if (chain) throw new Fault(5100, `The sandbox wallet has no network ${chain}`)
    const method = methods.find((each) => !namespace.methods.includes(each))
    if (method) throw new Fault(5101, `The sandbox wallet does not support ${method}`)
    const event = events.find((each) => !namespace.events.includes(each))
    if (event) throw new Fault(5102, `The sandbox wallet does not know the event ${event}`)
  }
  const asked = [...Object.entries(required), ...Object.entries(optional)]
  const granted: Granted = {}
  for (const namespace of namespaces) {
    const mine = asked.filter(([key]) => namespaceOf(key) === namespace.id)
    const chains = unique(mine.flatMap(([key, each]) => chainsOf(key, each.chains)).filter(namespace.serves))
    if (!chains.length) continue
    const methods = unique(mine.flatMap(([, each]) => each.methods)).filter((each) => namespace.methods.includes(each))
    const events = unique(mine.flatMap(([, each]) => each.events)).filter((each) => namespace.events.includes(each))
    granted[namespace.id] = { chains, accounts: accountsOf(namespace, chains, count), methods, events }
  }
  if (!Object.keys(granted).length) throw new Fault(5100, 'The sandbox wallet has none of the networks that were asked')
  return granted
}
