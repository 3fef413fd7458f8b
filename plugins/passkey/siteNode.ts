/** The site's own node: another source than the bundler, whose company may have a reason to lie. */
import type { PluginKit } from 'walletkit/plugin'

/** The most ms to wait for an answer. */
const PATIENCE = 3_000

/** What `asked` resolves with, or `undefined` if it rejects or takes longer than 3 s. */
export const soon = <T>(asked: Promise<T>): Promise<T | undefined> => {
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), PATIENCE))
  return Promise.race([asked.catch(() => undefined), late])
}

/**
 * What `ask` resolves with, which asks the node of the active network. `undefined` if that is another network than
 * `chainId`, also by the time of the answer, or if the node does not answer within 3 s. Never rejects.
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
  return soon(asked())
}
