import { definePlugin } from 'walletkit/plugin'

/** `ensName` is the name with its suffix. */
type RegisterEvent = { isSmartAccount: boolean; ensName: string }

declare module 'walletkit/plugin' {
  interface ViewParams {
    ChooseAccountName: undefined
    RegisterAccountName: undefined
    RegisterAccountNameSuccess: undefined
  }
  interface TrackingEvents {
    OPEN_ENS_FLOW: { isSmartAccount: boolean }
    REGISTER_NAME_INITIATED: RegisterEvent
    REGISTER_NAME_SUCCESS: RegisterEvent
    REGISTER_NAME_ERROR: RegisterEvent & { error: string }
  }
}

export default definePlugin({
  id: 'names',
  feature: 'names',
  engine: '^0.1',
  permissions: { services: ['api'], methods: ['personal_sign'], storage: ['ens_cache'] },
  events: ['OPEN_ENS_FLOW', 'REGISTER_NAME_ERROR', 'REGISTER_NAME_INITIATED', 'REGISTER_NAME_SUCCESS'],
  api: () => import('./api.ts'),
  controller: () => import('./controller.ts'),
  views: {
    ChooseAccountName: { title: '', load: () => import('./views/ChooseView.tsx') },
    RegisterAccountName: { title: 'Choose name', load: () => import('./views/RegisterView.tsx') },
    RegisterAccountNameSuccess: { title: '', back: false, load: () => import('./views/SuccessView.tsx') },
  },
  slots: {
    accountMenu: [
      {
        key: 'names',
        order: 20,
        embedded: true,
        nameless: true,
        namespaces: ['eip155'],
        label: 'Choose account name',
        icon: 'tag',
        view: 'ChooseAccountName',
      },
    ],
  },
})
