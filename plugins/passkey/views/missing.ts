import type { PasskeyController } from '../controller.ts'
import { isSupported } from '../webauthn.ts'

/** The key of the text that says why there can be no passkey: the site has no bundler, or the page no passkeys. */
export const missing = ({ isConfigured }: Pick<PasskeyController, 'isConfigured'>) =>
  !isConfigured ? 'passkey.notSetUp' : !isSupported() ? 'passkey.unsupported' : undefined
