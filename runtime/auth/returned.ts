/**
 * Finishes a login for which the page navigated to a provider and came back (`redirect.ts`): reads the result from the
 * URL, and tracks the outcome.
 */
import type { Kit } from '../contracts/kit.ts'
import { lazy } from '../lib/lazy.ts'
import { perKit } from '../contracts/perKit.ts'
import { hideToast, showLoading } from '../state/showToast.ts'
import { frameUrl } from './frame.ts'
import { APPROVE_FIRST } from './messages.ts'
import { takeReturn } from './redirect.ts'
import { claimSocial } from './social.ts'
import { storedSocial } from './stored.ts'
import { embeddedWallet } from './wallet.ts'

/**
 * Emits the last tracking events of a login in the name of the plugin that began it, because that plugin's code is not
 * loaded now.
 */
const tell = (kit: Kit, outcome: 'REQUEST_USER_DATA' | 'SUCCESS' | 'ERROR') =>
  kit.events.emit('track', {
    event: `SOCIAL_LOGIN_${outcome}`,
    properties: { provider: storedSocial(kit) },
    timestamp: Date.now(),
    plugin: 'socials',
  })

/**
 * Finishes the login; all namespaces share one run. Resolves with a function that tracks the success: call it when the
 * account is connected (only the first call has an effect). Resolves with `undefined` if the page did not return from a
 * login. Rejects if the login failed.
 */
export const returned = perKit((kit) =>
  lazy(async () => {
    const uri = takeReturn(frameUrl(kit).origin)
    if (uri === undefined) return undefined
    const wallet = embeddedWallet(kit)
    try {
      const { toast } = kit.state
      let waits = false
      const answer = await claimSocial(wallet, uri, () => {
        waits = true
        showLoading(toast, APPROVE_FIRST)
      }).finally(() => waits && hideToast(toast))
      wallet.stored.loggedIn(answer)
    } catch (error) {
      tell(kit, 'ERROR')
      throw error
    }
    tell(kit, 'REQUEST_USER_DATA')
    return lazy(async () => {
      kit.track('CONNECT_SUCCESS', { method: 'email', name: storedSocial(kit) ?? 'email' })
      tell(kit, 'SUCCESS')
    })
  }),
)
