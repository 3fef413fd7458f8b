/** What a page reads from the kit, as stores that every framework can render. */
import type { CaipNetwork } from '../contracts/network.ts'
import type { Account, PublicState, Theme, WalletConnection, WalletKit } from '../kit/instance.ts'
import { kitOf } from '../kit/walletKit.ts'
import type { Namespace } from '../lib/namespace.ts'
import { type Store, storeOf } from './store.ts'

/** The account of a namespace, by default of the active one. */
export function accountStore(instance: WalletKit, namespace?: Namespace): Store<Account> {
  const { accounts, networks } = kitOf(instance).state
  return storeOf([accounts, networks], () => instance.getAccount(namespace))
}

export function networkStore(instance: WalletKit): Store<CaipNetwork | undefined> {
  const { networks } = kitOf(instance).state
  return storeOf([networks], () => instance.getCaipNetwork())
}

export function connectionsStore(instance: WalletKit): Store<WalletConnection[]> {
  const { connections } = kitOf(instance).state
  return storeOf([connections], () => instance.getConnections())
}

export function stateStore(instance: WalletKit): Store<PublicState> {
  const { modal, networks, options } = kitOf(instance).state
  return storeOf([modal, networks, options], () => instance.getState())
}

export function themeStore(instance: WalletKit): Store<Theme> {
  const { theme } = kitOf(instance).state
  return storeOf([theme], () => ({ themeMode: instance.getThemeMode(), themeVariables: instance.getThemeVariables() }))
}

/**
 * The text of a connect or network button. Computed at each read, because the labels are reactive values of the page's
 * framework, whose changes no store can see.
 */
export function textStore(instance: WalletKit, text: (instance: WalletKit) => string): Store<string> {
  const { accounts, networks } = kitOf(instance).state
  return { ...storeOf([accounts, networks], () => undefined), get: () => text(instance) }
}
