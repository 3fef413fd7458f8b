import { definePlugin, type Social } from 'walletkit/plugin'

/** The provider that the visitor selected, such as `google` or `farcaster`. */
type SocialEvent = { provider: Social | 'farcaster' }

declare module 'walletkit/plugin' {
  interface ViewParams {
    ConnectSocials: undefined
    ConnectingSocial: { provider: Social; name: string } | undefined
    ConnectingFarcaster: undefined
  }
  interface TrackingEvents {
    SOCIAL_LOGIN_STARTED: SocialEvent
    SOCIAL_LOGIN_SUCCESS: SocialEvent
    SOCIAL_LOGIN_ERROR: SocialEvent
    SOCIAL_LOGIN_REQUEST_USER_DATA: SocialEvent
    SOCIAL_LOGIN_CANCELED: SocialEvent
  }
}

export default definePlugin({
  id: 'socials',
  feature: 'socials',
  engine: '^0.1',
  permissions: { services: ['secureSite'] },
  events: [
    'SOCIAL_LOGIN_CANCELED',
    'SOCIAL_LOGIN_ERROR',
    'SOCIAL_LOGIN_REQUEST_USER_DATA',
    'SOCIAL_LOGIN_STARTED',
    'SOCIAL_LOGIN_SUCCESS',
  ],
  controller: () => import('./controller.ts'),
  views: {
    ConnectSocials: { title: 'All socials', load: () => import('./views/ConnectSocialsView.tsx') },
    ConnectingSocial: {
      title: (params, text) => params?.name ?? text('title.ConnectingSocial', 'Connect Social'),
      load: () => import('./views/ConnectingSocialView.tsx'),
    },
    ConnectingFarcaster: { title: 'Farcaster', load: () => import('./views/ConnectingFarcasterView.tsx') },
  },
  slots: {
    connectMethods: [
      {
        key: 'social',
        order: 20,
        namespaces: ['eip155', 'solana'],
        load: () => import('./views/SocialsMethod.tsx'),
        isTall: ({ socials }) => !Array.isArray(socials) || socials.length > 2,
      },
    ],
  },
})
