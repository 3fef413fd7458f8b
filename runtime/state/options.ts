/** The parts of the config that a page may change while it runs. */
import { proxy } from 'valtio/vanilla'
import type { AccountType, Features } from '../config.ts'
import type { Namespace } from '../lib/namespace.ts'

export type OptionsState = {
  projectId: string | undefined
  sdkType: string
  sdkVersion: string
  features: Features
  /** What the config overrides; the rest is `defaultAccountType` of actions/account.ts. */
  defaultAccountTypes: Partial<Record<Namespace, AccountType>>
  termsConditionsUrl: string | undefined
  privacyPolicyUrl: string | undefined
  initialized: boolean
}

export const createOptionsState = (options: OptionsState) => proxy(options)
