/**
 * A kit in the state that a server renders from. A hydrated page renders it first, so that it matches the server's
 * HTML.
 */
import type { Generated } from '../contracts/config.ts'
import type { WalletKit } from '../kit/instance.ts'
import { createWalletKit, kitOf } from '../kit/walletKit.ts'
import type { Storage } from '../lib/storage.ts'
import { createThemeState } from '../state/theme.ts'

const EMPTY: Storage = { get: () => undefined, set: () => undefined, remove: () => undefined }

/**
 * Returns a kit without stored values or anything about the visitor. The kit is already destroyed: only read from it.
 */
export function asOnServer(generated: Generated): WalletKit {
  const language = generated.language?.server
  const config = { ...generated.config, ...(language && { locale: language.locale }) }
  const instance = createWalletKit({ ...generated, config, ...(language && { language }) }, { storage: EMPTY })
  instance.destroy()
  const { options, theme } = kitOf(instance).state
  options.initialized = false
  theme.mode = createThemeState(theme.choice, {}).mode
  return instance
}
