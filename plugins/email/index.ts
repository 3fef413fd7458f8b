import { definePlugin } from 'walletkit/plugin'

declare module 'walletkit/plugin' {
  interface ViewParams {
    EmailVerifyOtp: { email: string } | undefined
    EmailVerifyDevice: { email: string } | undefined
    UpdateEmailWallet: undefined
    UpdateEmailPrimaryOtp: { email: string; newEmail: string } | undefined
    UpdateEmailSecondaryOtp: { email: string; newEmail: string } | undefined
    UpgradeEmailWallet: undefined
  }
  interface TrackingEvents {
    EMAIL_LOGIN_SELECTED: undefined
    EMAIL_SUBMITTED: undefined
    DEVICE_REGISTERED_FOR_EMAIL: undefined
    EMAIL_VERIFICATION_CODE_SENT: undefined
    EMAIL_VERIFICATION_CODE_PASS: undefined
    EMAIL_VERIFICATION_CODE_FAIL: { message: string }
    EMAIL_EDIT: undefined
    EMAIL_UPGRADE_FROM_MODAL: undefined
  }
}

export default definePlugin({
  id: 'email',
  feature: 'email',
  engine: '^0.1',
  permissions: { services: ['secureSite'] },
  events: [
    'DEVICE_REGISTERED_FOR_EMAIL',
    'EMAIL_EDIT',
    'EMAIL_LOGIN_SELECTED',
    'EMAIL_SUBMITTED',
    'EMAIL_UPGRADE_FROM_MODAL',
    'EMAIL_VERIFICATION_CODE_FAIL',
    'EMAIL_VERIFICATION_CODE_PASS',
    'EMAIL_VERIFICATION_CODE_SENT',
  ],
  controller: () => import('./controller.ts'),
  views: {
    EmailVerifyOtp: { title: 'Confirm Email', load: () => import('./views/VerifyOtpView.tsx') },
    EmailVerifyDevice: { title: 'Register Device', load: () => import('./views/VerifyDeviceView.tsx') },
    UpdateEmailWallet: { title: 'Edit Email', load: () => import('./views/UpdateEmailView.tsx') },
    UpdateEmailPrimaryOtp: { title: 'Confirm Current Email', load: () => import('./views/UpdatePrimaryOtpView.tsx') },
    UpdateEmailSecondaryOtp: { title: 'Confirm New Email', load: () => import('./views/UpdateSecondaryOtpView.tsx') },
    UpgradeEmailWallet: { title: 'Upgrade your Wallet', load: () => import('./views/UpgradeView.tsx') },
  },
  slots: {
    connectMethods: [
      { key: 'email', order: 10, namespaces: ['eip155', 'solana'], load: () => import('./views/EmailMethod.tsx') },
    ],
    accountMenu: [
      { key: 'email', order: 10, embedded: true, label: 'Edit email', icon: 'mail', view: 'UpdateEmailWallet' },
    ],
  },
})
