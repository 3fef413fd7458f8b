/** The social logins: the providers and the actions of their screens. Each action reports its own failure. */
import type { PluginKit } from 'walletkit/plugin'
import { createFarcasterLogin } from './farcasterLogin.ts'
import { NAMES, type Provider, readProviders } from './providers.ts'
import { createRedirectLogin } from './redirectLogin.ts'
import { filterProviders, isPhone, readAgent } from './telegram.ts'

export type SocialsController = ReturnType<typeof createSocialsController>

export default function createSocialsController({ kit }: { kit: PluginKit }) {
  const agent = readAgent(window, navigator.userAgent)
  const redirect = createRedirectLogin(kit, agent.telegram)
  const farcaster = createFarcasterLogin(kit)
  return {
    /** The site's providers in its order, without those that do not work in this browser. */
    providers: () => filterProviders(readProviders(kit.options()), agent),
    isPhone: isPhone(agent),
    redirect,
    farcaster,
    /** Starts the login and shows its screen. Must run in the click handler, or the browser blocks the window. */
    choose: (provider: Provider) => {
      if (provider === 'farcaster') return kit.push('ConnectingFarcaster')
      redirect.begin(provider)
      kit.push('ConnectingSocial', { provider, name: NAMES[provider] })
    },
    /** Call when the visitor points at a provider: loads the login before they press its button. */
    prepare: () => {
      kit.login().catch(() => undefined)
      import('./views/ConnectingSocialView.tsx').catch(() => undefined)
    },
    destroy: () => {
      redirect.leave()
      farcaster.leave()
    },
  }
}
