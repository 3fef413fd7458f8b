/** The second half of a login that navigated away: takes the result from the URL and tracks the outcome. */
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

/** Tracks the remaining events of the socials plugin in its name: it began the login, but is not loaded now. */
const tell = (kit: Kit, outcome: 'REQUEST_USER_DATA' | 'SUCCESS' | 'ERROR') =>
  kit.events.emit('track', {
    event: `SOCIAL_LOGIN_${outcome}`,
    properties: { provider: storedSocial(kit) },
    timestamp: Date.now(),
    plugin: 'socials',
  })

/**
 * Finishes the login once for all namespaces. Resolves with a function to call when the account is connected, which
 * tracks that once; `undefined` if the page did not return from a login.
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
