/** The second half of a login that left the page: the result is taken from the address, and the outcome is told. */
import type { Kit } from '../kit.ts'
import { lazy } from '../lib/lazy.ts'
import { perKit } from '../lib/perKit.ts'
import { frameUrl } from './frame.ts'
import { takeReturn } from './redirect.ts'
import { storedSocial } from './social.ts'
import { embeddedWallet } from './wallet.ts'

/** What the plugin began before the page went: it is not loaded now, and its events go on under its name. */
const tell = (kit: Kit, outcome: 'REQUEST_USER_DATA' | 'SUCCESS' | 'ERROR') =>
  kit.events.emit('track', {
    event: `SOCIAL_LOGIN_${outcome}`,
    properties: { provider: storedSocial(kit) },
    timestamp: Date.now(),
    plugin: 'socials',
  })

/** Taken in once for every namespace. Resolves with what is to be called when the account is there; it tells that once. */
export const returned = perKit((kit) =>
  lazy(async () => {
    const uri = takeReturn(frameUrl(kit).origin)
    if (uri === undefined) return undefined
    const wallet = embeddedWallet(kit)
    try {
      wallet.stored.loggedIn(await wallet.ask('CONNECT_SOCIAL', { uri }))
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
