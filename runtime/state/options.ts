/**
 * A copy of the config's options, which the page may change at run time (`features`, for example). Most code reads the
 * options that never change from `kit.config`.
 */
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
