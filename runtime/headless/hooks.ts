/**
 * Hooks for pages that show everything themselves. They run the same actions as the modal, and import none of its
 * screens.
 */
import { useMemo, useSyncExternalStore } from 'react'
import { type AccountsActions, type AccountsListState, createAccounts } from './accounts.ts'
import { type ConnectActions, type ConnectState, createConnect } from './connect.ts'
import { createDisconnect, type DisconnectActions, type DisconnectState } from './disconnect.ts'
import { actingKit } from './standIn.ts'
import { createSend, type SendActions, type SendState } from './send.ts'
import { createSignIn, type SignInActions, type SignInHookState } from './signIn.ts'
import type { Controller } from './store.ts'
import { createSwap, type SwapActions, type SwapState } from './swap.ts'
import { createWallets, type WalletsActions, type WalletsState } from './wallets.ts'
import type { WalletKit } from '../kit/instance.ts'
import { useWalletKit } from './context.tsx'

function useController<S, A>(create: (kit: WalletKit) => Controller<S, A>): S & A {
  const shown = useWalletKit()
  const kit = actingKit(shown)
  const controller = useMemo(() => create(kit), [create, kit])
  // While React hydrates, `shown` is what the server rendered.
  const { get } = useMemo(() => (shown === kit ? controller : create(shown)), [create, controller, kit, shown])
  const state = useSyncExternalStore(controller.subscribe, controller.get, get)
  return useMemo(() => ({ ...state, ...controller.actions }), [state, controller])
}

/**
 * Connects a wallet by its id. `status` is `connecting` while the wallet asks the visitor; `uri` is there while a
 * wallet on another device has to scan it.
 *
 * @example
 * ```tsx
 * import { useConnect } from 'walletkit/react'
 *
 * function Connect() {
 *   const { status, error, connect } = useConnect()
 *   return (
 *     <>
 *       <button disabled={status === 'connecting'} onClick={() => void connect({ id: 'io.metamask' })}>MetaMask</button>
 *       {error?.message}
 *     </>
 *   )
 * }
 * ```
 */
export const useConnect = (): ConnectState & ConnectActions => useController(createConnect)

/**
 * The wallets that this page can connect, as `data`. The search starts when the component is shown.
 *
 * @example
 * ```tsx
 * import { useConnect, useWallets } from 'walletkit/react'
 *
 * function Wallets() {
 *   const { data = [] } = useWallets()
 *   const { connect } = useConnect()
 *   return data.map(({ id, name }) => <button key={id} onClick={() => void connect({ id })}>{name}</button>)
 * }
 * ```
 */
export const useWallets = (): WalletsState & WalletsActions => useController(createWallets)

/**
 * Every account of every connected wallet, as `data`, and the function that makes one the active one.
 *
 * @example
 * ```tsx
 * import { useAccounts } from 'walletkit/react'
 *
 * function Accounts() {
 *   const { data = [], switchAccount } = useAccounts()
 *   return data.map((account) => (
 *     <button key={account.connection.id + account.address} onClick={() => void switchAccount(account)}>
 *       {account.address}
 *     </button>
 *   ))
 * }
 * ```
 */
export const useAccounts = (): AccountsListState & AccountsActions => useController(createAccounts)

/**
 * `disconnect()` ends every session; with `{ namespace }`, only the sessions of that namespace; with `{ connection }`,
 * only the session of that connection.
 *
 * @example
 * ```tsx
 * import { useDisconnect } from 'walletkit/react'
 *
 * function Leave() {
 *   const { disconnect, status } = useDisconnect()
 *   return <button disabled={status === 'disconnecting'} onClick={() => void disconnect()}>Disconnect</button>
 * }
 * ```
 */
export const useDisconnect = (): DisconnectState & DisconnectActions => useController(createDisconnect)

/**
 * Sends the network's own currency or a token, with the checks of the modal's form. The config needs
 * `"features": { "send": true }`; else `error.code` is `FEATURE_OFF`.
 *
 * @example
 * ```tsx
 * import { useSend } from 'walletkit/react'
 *
 * function Donate({ to }: { to: string }) {
 *   const { status, error, data, send } = useSend()
 *   return (
 *     <>
 *       <button disabled={status === 'wallet'} onClick={() => void send({ to, amount: '0.01' })}>Donate 0.01</button>
 *       {error?.message ?? data?.hash}
 *     </>
 *   )
 * }
 * ```
 */
export const useSend = (): SendState & SendActions => useController(createSend)

/**
 * Asks for a quote, then swaps it, with the checks of the modal's form. The config needs
 * `"features": { "swaps": true }`; else `error.code` is `FEATURE_OFF`.
 *
 * @example
 * ```tsx
 * import { useSwap } from 'walletkit/react'
 *
 * function Swap() {
 *   const { status, data, quote, swap } = useSwap()
 *   if (status !== 'quoted' || !data)
 *     return <button onClick={() => void quote({ from: 'ETH', to: 'USDC', amount: '1' })}>Quote</button>
 *   return <button onClick={() => void swap()}>Get {data.to.amount} {data.to.symbol}</button>
 * }
 * ```
 */
export const useSwap = (): SwapState & SwapActions => useController(createSwap)

/**
 * Signs in with the wallet's signature. The config needs `siwx` or `siweConfig`; else `error.code` is
 * `SIWX_NOT_ENABLED`.
 *
 * @example
 * ```tsx
 * import { useSignIn } from 'walletkit/react'
 *
 * function SignIn() {
 *   const { status, error, signIn } = useSignIn()
 *   if (status === 'signed') return <p>Signed in</p>
 *   return <button disabled={status === 'signing'} onClick={() => void signIn()}>{error?.message ?? 'Sign in'}</button>
 * }
 * ```
 */
export const useSignIn = (): SignInHookState & SignInActions => useController(createSignIn)
