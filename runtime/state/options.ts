/** The config as the page may change it at run time, such as `features`. Most code reads the rest from `kit.config`. */
import { proxy } from 'valtio/vanilla'
import type { Config, Features } from '../contracts/config.ts'

export type OptionsState = Pick<
  Config,
  'projectId' | 'sdkType' | 'sdkVersion' | 'termsConditionsUrl' | 'privacyPolicyUrl'
> & {
  features: Features
  /** The account types that the config sets; `defaultAccountType` in `chains/families.ts` adds the defaults. */
  defaultAccountTypes: NonNullable<Config['defaultAccountTypes']>
  initialized: boolean
}

export const createOptionsState = (options: Config) =>
  proxy<OptionsState>({ features: {}, defaultAccountTypes: {}, ...options, initialized: false })
