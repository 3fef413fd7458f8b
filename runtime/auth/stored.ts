/** What local storage keeps of a login between page loads. It contains no secrets. */
import type { Kit } from '../contracts/kit.ts'
import { LAST_USED_CHAIN, STORAGE_KEYS } from '../lib/keyTable.ts'
import type { StorageKey } from '../lib/storageKeys.ts'
import { EMAIL } from './messages.ts'
import type { Social } from '../contracts/auth.ts'

export const AUTH_KEYS = {
  loginUsed: '@appkit-wallet/EMAIL_LOGIN_USED_KEY',
  email: '@appkit-wallet/EMAIL',
  lastEmailTime: '@appkit-wallet/LAST_EMAIL_LOGIN_TIME',
  socialUsername: '@appkit-wallet/SOCIAL_USERNAME',
  lastChain: LAST_USED_CHAIN,
  smartAccountNetworks: '@appkit-wallet/SMART_ACCOUNT_ENABLED_NETWORKS',
  preferredAccountType: '@appkit-wallet/PREFERRED_ACCOUNT_TYPE',
} as const satisfies Record<string, StorageKey>

export type Stored = ReturnType<typeof storedLogin>

/**
 * Functions that read and write the stored values. Another script may write any value: an email, a time or an account
 * type that is invalid reads as absent.
 */
export function storedLogin({ storage }: Kit) {
  const keep = (key: StorageKey, value: string | undefined) =>
    value === undefined ? storage.remove(key) : storage.set(key, value)
  return {
    loginUsed: () => storage.get(AUTH_KEYS.loginUsed) === 'true',
    email: () => {
      const email = storage.get(AUTH_KEYS.email)
      return email !== undefined && EMAIL.test(email) ? email : undefined
    },
    socialUsername: () => storage.get(AUTH_KEYS.socialUsername),
    /** The network that the login used last: `eip155:1`, or `1` as older versions wrote it. */
    lastChain: () => storage.get(AUTH_KEYS.lastChain),
    /** When the last email with a code was requested, in ms since 1970. */
    lastEmailTime: () => {
      const time = Number(storage.get(AUTH_KEYS.lastEmailTime) ?? Number.NaN)
      return Number.isSafeInteger(time) && time >= 0 ? time : undefined
    },
    preferredAccountType: () => {
      const type = storage.get(AUTH_KEYS.preferredAccountType)
      return type === 'eoa' || type === 'smartAccount' ? type : undefined
    },
    setPreferredAccountType: (type: 'eoa' | 'smartAccount') => keep(AUTH_KEYS.preferredAccountType, type),
    setLastEmailTime: (time: number | undefined) =>
      keep(AUTH_KEYS.lastEmailTime, time === undefined ? undefined : String(time)),
    setLastChain: (caipNetworkId: string) => keep(AUTH_KEYS.lastChain, caipNetworkId),
    setSmartAccountNetworks: (ids: readonly number[]) => keep(AUTH_KEYS.smartAccountNetworks, ids.join(',')),
    /** Call when a login succeeds or the email address changes. */
    loggedIn: ({ email, userName }: { email?: string | null | undefined; userName?: string | null | undefined }) => {
      keep(AUTH_KEYS.loginUsed, 'true')
      keep(AUTH_KEYS.lastEmailTime, undefined)
      if (email) keep(AUTH_KEYS.email, email)
      if (userName) keep(AUTH_KEYS.socialUsername, userName)
    },
    /**
     * Call when the login ends. Removes the stored email, user name, network and account type. Keeps the time of the
     * last email, so that the wait before the next one continues.
     */
    loggedOut: () => {
      for (const key of ['loginUsed', 'email', 'lastChain', 'socialUsername', 'preferredAccountType'] as const)
        keep(AUTH_KEYS[key], undefined)
    },
  }
}

/** The social provider of the current login; absent for a login by email. */
export const storedSocial = ({ storage }: Kit) => storage.get(STORAGE_KEYS.connectedSocial)

export function rememberSocial({ storage }: Kit, social: Social | 'farcaster' | undefined) {
  if (social === undefined) storage.remove(STORAGE_KEYS.connectedSocial)
  else storage.set(STORAGE_KEYS.connectedSocial, social)
}
