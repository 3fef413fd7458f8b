import { definePlugin } from 'walletkit/plugin'
import type { Granted } from './grant.ts'

declare module 'walletkit/plugin' {
  interface ViewParams {
    SmartSessionList: undefined
    SmartSessionDetail: { pci: string } | undefined
    SmartSessionRequest:
      { request: unknown; granted?: (session: Granted) => void; failed?: (error: unknown) => void } | undefined
    SmartSessionCreated: { expiry: number } | undefined
  }
}

export default definePlugin({
  id: 'smart-sessions',
  feature: 'smartSessions',
  engine: '^0.1',
  provides: { api: '1.0' },
  permissions: {
    services: ['api'],
    methods: ['personal_sign', 'wallet_getCapabilities', 'wallet_grantPermissions', 'wallet_revokePermissions'],
    storage: ['smart-sessions.granted'],
  },
  api: () => import('./api.ts'),
  controller: () => import('./controller.ts'),
  views: {
    SmartSessionList: { title: 'Smart sessions', load: () => import('./views/ListView.tsx') },
    SmartSessionDetail: { title: 'Smart session', load: () => import('./views/DetailView.tsx') },
    SmartSessionRequest: { title: 'Smart session', back: false, load: () => import('./views/RequestView.tsx') },
    SmartSessionCreated: { title: '', back: false, load: () => import('./views/CreatedView.tsx') },
  },
  slots: {
    accountMenu: [
      {
        key: 'sessions',
        order: 20,
        namespaces: ['eip155'],
        label: 'Smart sessions',
        icon: 'key',
        view: 'SmartSessionList',
      },
    ],
  },
})
