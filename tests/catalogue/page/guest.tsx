/** A third-party plugin for the view in which its requests are reviewed. It adds nothing to other screens. */
import { definePlugin, type PluginKit } from 'walletkit/plugin'

declare global {
  /** The third-party plugin's kit, set when its view opens. */
  var guest: PluginKit
}
declare module 'walletkit/plugin' {
  interface ViewParams {
    TipJar: undefined
  }
}

const plugin = definePlugin({
  id: 'tip-jar',
  feature: 'tipJar',
  engine: '^0.1',
  permissions: {
    methods: [
      'eth_sendTransaction',
      'personal_sign',
      'eth_signTypedData_v4',
      'wallet_watchAsset',
      'wallet_sendCalls',
      'wallet_switchEthereumChain',
      'eth_requestAccounts',
    ],
  },
  controller: async () => ({ default: ({ kit }: { kit: PluginKit }) => void (globalThis.guest = kit) }),
  views: { TipJar: { title: 'Tip jar', load: async () => ({ default: () => <p className="pad">The tip jar</p> }) } },
})

export const guestPlugin = { ...plugin, guest: true as const }
