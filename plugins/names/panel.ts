/** The panel object that most functions of this plugin take. */
import { isLogin, type PluginKit } from 'walletkit/plugin'
import type { NamesApi } from './api.ts'
import type { createNameCache } from './cache.ts'
import type { readOptions } from './options.ts'
import type { NamesState } from './state.ts'

export type NamesPanel = {
  kit: PluginKit
  api: NamesApi | undefined
  options: ReturnType<typeof readOptions>
  state: NamesState
  cache: ReturnType<typeof createNameCache>
}

/** Whether the account signed in without a wallet: only such accounts can have a name. */
export const hasAuth = ({ kit }: Pick<NamesPanel, 'kit'>) => isLogin(kit.account())

export const isSmartAccount = ({ kit }: Pick<NamesPanel, 'kit'>) =>
  kit.account().preferredAccountType === 'smartAccount'
