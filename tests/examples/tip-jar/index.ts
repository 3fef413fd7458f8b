import { definePlugin } from 'walletkit/plugin'

declare module 'walletkit/plugin' {
  interface ViewParams {
    TipJar: undefined
  }
  interface TrackingEvents {
    TIP_SENT: { amount: string }
  }
}

export default definePlugin({
  id: 'tip-jar',
  feature: 'tipJar',
  engine: '^0.1',
  permissions: {
    methods: ['eth_sendTransaction'],
    hosts: ['http://localhost:5173'],
    storage: ['tip-jar'],
  },
  events: ['TIP_SENT'],
  messages: () => import('./messages.ts'),
  budget: { eager: 600, lazy: 3000 },
  options: { amount: '0.001', note: 'http://localhost:5173/thanks.json' },
  controller: () => import('./controller.ts'),
  views: { TipJar: { title: 'Tip jar', load: () => import('./views/TipJarView.tsx') } },
  slots: {
    walletFeatures: [
      { key: 'tip-jar', label: 'Tip', icon: 'coins', order: 50, view: 'TipJar', namespaces: ['eip155'] },
    ],
  },
})
