/** The social logins: who is offered, and what a visitor can do. Each intent reports its own failure. */
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
    /** Whom the site offers now, in its order; without those who do not work in this browser. */
    providers: () => filterProviders(readProviders(kit.options()), agent),
    isPhone: isPhone(agent),
    redirect,
    farcaster,
    /** In the visitor's click. */
    choose: (provider: Provider) => {
      if (provider === 'farcaster') return kit.push('ConnectingFarcaster')
      redirect.begin(provider)
      kit.push('ConnectingSocial', { provider, name: NAMES[provider] })
    },
    /** Somebody is about to choose: what the login needs is fetched meanwhile. */
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
