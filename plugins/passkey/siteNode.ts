/** Asks the site's own node or services about the active network, because the bundler and the paymaster may lie. */
import type { PluginKit } from 'walletkit/plugin'

/** The most ms to wait for an answer. */
const PATIENCE = 3_000

/**
 * Calls `ask`, which requests something about the active network from the site's own node or services, and resolves
 * with its answer. `undefined` if that network is not `chainId`, also by the time of the answer, or if there is no
 * answer within 3 s. Never rejects.
 */
export function askSite<T>(
  kit: Pick<PluginKit, 'network'>,
  chainId: number,
  ask: () => Promise<T>,
): Promise<T | undefined> {
  const isActive = () => {
    const active = kit.network()
    return active?.chainNamespace === 'eip155' && Number(active.id) === chainId
  }
  const asked = async () => {
    if (!isActive()) return undefined
    const answer = await ask()
    return isActive() ? answer : undefined
  }
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), PATIENCE))
  return Promise.race([asked().catch(() => undefined), late])
}
