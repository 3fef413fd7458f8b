import { ref } from 'valtio/vanilla'
import { chainRequired } from '../errors/thrown.ts'
import type { Namespace } from '../lib/namespace.ts'
import { type AccountsState, type AccountState, initialAccount } from '../state/accounts.ts'

/** Writes some fields of one namespace's account. Throws 'Chain is required to update chain account data' without one. */
export function setAccount(accounts: AccountsState, namespace: Namespace | undefined, fields: Partial<AccountState>) {
  if (!namespace) throw chainRequired()
  Object.assign(accounts[namespace], fields)
}

export function setAddressLabel(account: AccountState, address: string, label: string | undefined) {
  const labels = new Map(account.addressLabels)
  if (label === undefined) labels.delete(address)
  else labels.set(address, label)
  account.addressLabels = ref(labels)
}

/** Back to the start: every field that a session wrote goes. */
export function resetAccount(accounts: AccountsState, namespace: Namespace) {
  const account = accounts[namespace]
  for (const key of Object.keys(account)) delete (account as Record<string, unknown>)[key]
  Object.assign(account, initialAccount())
}
