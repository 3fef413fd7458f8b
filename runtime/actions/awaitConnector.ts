import { subscribe } from 'valtio/vanilla'
import type { Connector } from '../contracts/connector.ts'
import type { Kit } from '../contracts/kit.ts'
import type { Namespace } from '../lib/namespace.ts'
import { FIVE_SECONDS } from '../lib/time.ts'
import { findStored } from '../wallets/list.ts'

/**
 * The connector with this id. If it is not listed yet, waits up to 5 s, because extensions may announce themselves
 * seconds after the page load; then `undefined`.
 */
export function awaitConnector(kit: Kit, id: string, namespace: Namespace): Promise<Connector | undefined> {
  const { connectors } = kit.state
  const known = findStored(connectors, id, namespace)
  if (known) return Promise.resolve(known)
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      stop()
      resolve(findStored(connectors, id, namespace))
    }
    const stop = subscribe(connectors, () => void (findStored(connectors, id, namespace) && finish()))
    const timer = setTimeout(finish, FIVE_SECONDS)
  })
}
