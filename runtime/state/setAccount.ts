import { ref } from 'valtio/vanilla'
import type { Kit } from '../contracts/kit.ts'
import { chainRequired } from '../errors/thrown.ts'
import type { Namespace } from '../lib/namespace.ts'
import { type AccountsState, type AccountState, initialAccount } from '../state/accounts.ts'

/**
 * Writes some fields of one namespace's account. Throws 'Chain is required to update chain account data' without a
 * namespace.
 */
export function setAccount(accounts: AccountsState, namespace: Namespace | undefined, fields: Partial<AccountState>) {
  if (!namespace) throw chainRequired()
  Object.assign(accounts[namespace], fields)
}

/** Selects a tab of the active account's view: 0 is the first. */
export function selectTab({ state }: Kit, at: number) {
  setAccount(state.accounts, state.networks.activeChain, { currentTab: Math.max(0, at) })
}

export function setAddressLabel(account: AccountState, address: string, label: string | undefined) {
  const labels = new Map(account.addressLabels)
  if (label === undefined) labels.delete(address)
  else labels.set(address, label)
  account.addressLabels = ref(labels)
}

/** Resets a namespace's account: removes every field, then writes the initial ones. */
export function resetAccount(accounts: AccountsState, namespace: Namespace) {
  const account = accounts[namespace]
  for (const key of Object.keys(account)) delete (account as Record<string, unknown>)[key]
  Object.assign(account, initialAccount())
}
