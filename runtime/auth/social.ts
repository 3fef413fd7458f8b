import type { Kit } from '../contracts/kit.ts'
import { STORAGE_KEYS } from '../lib/keyTable.ts'
import type { Social } from '../contracts/auth.ts'

/** The provider that the visitor signed in with; removed when the login ends. */
export const storedSocial = ({ storage }: Kit) => storage.get(STORAGE_KEYS.connectedSocial)

export function rememberSocial({ storage }: Kit, social: Social | 'farcaster' | undefined) {
  if (social === undefined) storage.remove(STORAGE_KEYS.connectedSocial)
  else storage.set(STORAGE_KEYS.connectedSocial, social)
}
