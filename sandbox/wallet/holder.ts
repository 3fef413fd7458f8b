/** The state that the parts of one wallet share. */
import type { Client } from './client.ts'
import { Fault, type Namespace } from './namespace.ts'
import type { Eip155 } from './namespaces/eip155.ts'

export type Holder = {
  client: Client
  namespaces: readonly Namespace[]
  eip155: Eip155
  /** Whether the wallet supports a session and a sign-in with one approval (`wc_sessionAuthenticate`). */
  knowsSignIn: boolean
  /** How many accounts of each chain a session gets. */
  count: number
  /** Calls the listeners of the wallet. */
  changed: () => void
}

/** The wallet's namespace for a chain (CAIP-2). @throws Fault 4902 if the wallet has none */
export function namespaceOf({ namespaces }: Pick<Holder, 'namespaces'>, chainId: string): Namespace {
  const namespace = namespaces.find(({ id }) => id === chainId.split(':')[0])
  if (!namespace) throw new Fault(4902, `The sandbox wallet has no network ${chainId}`)
  return namespace
}

/** The active session with this topic. @throws Error when there is none */
export function sessionOf({ client }: Pick<Holder, 'client'>, topic: string) {
  const session = client.getActiveSessions()[topic]
  if (!session) throw new Error('This session is over')
  return session
}

export const unique = (values: string[]) => [...new Set(values)]
