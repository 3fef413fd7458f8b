import { definePlugin } from 'walletkit/plugin'

declare module 'walletkit/plugin' {
  interface ViewParams {
    MyPlugin: undefined
  }
  interface TrackingEvents {
    MY_PLUGIN_ASKED: undefined
  }
}

/** The manifest contains only data and functions that import files: no code runs before a visitor opens the view. */
export default definePlugin({
  id: 'my-plugin',
  feature: 'myPlugin',
  engine: '^0.1',
  permissions: { hosts: ['http://127.0.0.1:4747'], storage: ['my-plugin'] },
  events: ['MY_PLUGIN_ASKED'],
  messages: () => import('./messages.ts'),
  budget: { eager: 600, lazy: 3000 },
  options: { service: 'http://127.0.0.1:4747/status' },
  controller: () => import('./controller.ts'),
  views: { MyPlugin: { title: 'My plugin', load: () => import('./views/MyPluginView.tsx') } },
  slots: {
    walletFeatures: [{ key: 'my-plugin', label: 'My plugin', icon: 'puzzle', order: 50, view: 'MyPlugin' }],
  },
})
