/** The config as the page may change it while it runs; what it may not is read from `kit.config`. */
import { proxy } from 'valtio/vanilla'
import type { Config, Features } from '../config.ts'

export type OptionsState = Pick<
  Config,
  'projectId' | 'sdkType' | 'sdkVersion' | 'termsConditionsUrl' | 'privacyPolicyUrl'
> & {
  features: Features
  /** What the config overrides; the rest is `defaultAccountType` of actions/account.ts. */
  defaultAccountTypes: NonNullable<Config['defaultAccountTypes']>
  initialized: boolean
}

export const createOptionsState = (options: Config) =>
  proxy<OptionsState>({ features: {}, defaultAccountTypes: {}, ...options, initialized: false })
