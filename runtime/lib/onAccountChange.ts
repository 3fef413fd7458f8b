type Account = { namespace: string | undefined; caipAddress: string | undefined }

/**
 * Runs `changed` when another account, network or namespace becomes active. Returns a function that stops listening.
 *
 * @example
 * ```ts
 * import { onAccountChange, type PluginKit } from 'walletkit/plugin'
 *
 * const follow = (kit: PluginKit, reset: () => void) => onAccountChange(kit, reset)
 * ```
 */
export function onAccountChange<A extends Account>(
  kit: { account: () => A; onChange: (listener: () => void) => () => void },
  changed: (now: A, before: A) => void,
): () => void {
  let last = kit.account()
  return kit.onChange(() => {
    const [now, before] = [kit.account(), last]
    if (now.caipAddress === before.caipAddress && now.namespace === before.namespace) return
    last = now
    changed(now, before)
  })
}
