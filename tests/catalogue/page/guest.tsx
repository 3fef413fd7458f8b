/** A plugin of somebody else, for the sheet that reviews what it asks for. It has no place in the core's screens. */
import { definePlugin, type PluginKit } from 'walletkit/plugin'

declare global {
  /** The guest's own kit, once its view was opened. */
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
  permissions: { methods: ['eth_sendTransaction', 'personal_sign'] },
  controller: async () => ({ default: ({ kit }: { kit: PluginKit }) => void (globalThis.guest = kit) }),
  views: { TipJar: { title: 'Tip jar', load: async () => ({ default: () => <p className="pad">The tip jar</p> }) } },
})

export const guestPlugin = { ...plugin, guest: true as const }
