/** Reads what Web3Modal 3 to 5 takes in addition to AppKit's options: the config of wagmi, ethers or Solana. */
import { readConnectors, readMetadata } from './connectors.ts'
import type { Draft } from './draft.ts'
import { socials } from './socials.ts'
import { at, isDict, type Value } from './value.ts'
import { wagmiOptions } from './wagmi.ts'

export const WEB3MODAL = 'createWeb3Modal'

/** Reads the options of `createWeb3Modal` that AppKit lacks, and turns off what only AppKit has on by default. */
export function readWeb3Modal(draft: Draft, options: Value): void {
  // Web3Modal left email, social logins and the on-ramp off unless the config turned them on.
  if (at(options, 'enableEmail') === undefined) draft.write(['features', 'email'], false)
  draft.write(['features', 'socials'], false)
  if (at(options, 'enableOnramp') === undefined) draft.write(['features', 'onramp'], false)
  for (const key of ['wagmiConfig', 'ethersConfig', 'solanaConfig']) {
    const inner = wagmiOptions(at(options, key))
    if (isDict(inner)) readInner(draft, inner)
  }
}

function readInner(draft: Draft, inner: Value): void {
  if (draft.config.networks === undefined && at(inner, 'chains') !== undefined)
    draft.networks(at(inner, 'chains'), 'chains')
  if (at(inner, 'transports') !== undefined) draft.transports(at(inner, 'transports'), 'transports')
  if (!draft.config.projectId) draft.projectId(at(inner, 'projectId'), 'projectId')
  const metadata = at(inner, 'metadata')
  if (metadata !== undefined && draft.config.metadata === undefined) readMetadata(draft, metadata, 'metadata')
  const name = at(inner, 'appName')
  if (name !== undefined && draft.config.metadata === undefined) draft.set('metadata', 'name')(name, 'appName')
  const connectors = at(inner, 'connectors')
  if (connectors !== undefined) readConnectors(draft, connectors, 'connectors')
  const defaultChain = at(inner, 'defaultChainId')
  if (defaultChain !== undefined) draft.defaultNetwork(defaultChain, 'defaultChainId')
  for (const key of ['enableEIP6963', 'enableInjected', 'enableCoinbase', 'enableWalletConnect']) {
    const value = at(inner, key)
    if (value !== undefined) draft.set(key)(value, key)
  }
  readLogins(draft, inner)
}

function readLogins(draft: Draft, inner: Value): void {
  const auth = at(inner, 'auth')
  const email = at(auth, 'email') ?? at(inner, 'enableEmail')
  if (email !== undefined) draft.set('features', 'email')(email, 'auth.email')
  const listed = at(auth, 'socials')
  if (listed !== undefined) socials(draft, listed, 'auth.socials')
  const shown = at(auth, 'showWallets')
  if (shown !== undefined) draft.set('features', 'emailShowWallets')(shown, 'auth.showWallets')
}
