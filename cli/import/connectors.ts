/** Reads the wallets that a set-up lists: as wagmi's connectors, or as functions of the libraries. */
import { isObject, type Json, type JsonObject } from '../../schema/pieces.ts'
import type { Draft } from './draft.ts'
import { hints } from './messages.ts'
import { at, Call, entryOf, Given, isDict, Own, type Value } from './value.ts'
import { walletEntry } from './wallets.ts'

/** Connectors that need no entry in the config, such as those for installed wallets. */
const FOUND = ['injected', 'injectedModule', 'mock', 'WalletConnect', 'walletConnect']
/** Wallets that come with an SDK, which a page passes in code: the config cannot contain them. */
const SDKS: Record<string, string> = {
  safe: 'safe',
  gnosis: 'safe',
  baseAccount: 'the Base account',
  base: 'the Base account',
  porto: 'porto',
  web3Auth: 'web3Auth',
  magic: 'magic',
  ledgerHid: 'a Ledger device',
  trezor: 'a Trezor device',
  keystone: 'a Keystone device',
  fortmatic: 'fortmatic',
  portis: 'portis',
  torus: 'torus',
  sequence: 'sequence',
  particle: 'particle',
  abstract: 'abstract',
  geminiWallet: 'gemini',
  gemini: 'gemini',
  family: 'the Family account',
  aaveAccount: 'the Aave account',
}

/** `remote`: WalletConnect is listed, or the list cannot be read. `complete`: every entry is a call of a connector. */
type Reach = { remote: boolean; complete: boolean }

/**
 * Reads wagmi's connectors, in the forms of wagmi 1 (`new InjectedConnector(…)`) and of later versions (`injected()`).
 */
export function readConnectors(draft: Draft, value: Value, name: string): Reach {
  if (!Array.isArray(value)) {
    draft.lose(name, draft.why(value))
    return { remote: true, complete: false }
  }
  let [remote, complete] = [false, true]
  for (const entry of value) {
    const each = wrapped(entry)
    if (!(each instanceof Call)) {
      if (each !== false && each !== undefined && each !== null) draft.lose(`${name}: ${nameOf(each)}`, draft.why(each))
      complete = false
      continue
    }
    const wallet = each.name.replace(/(?:Connector|Module)$/, '')
    if (/^walletConnect(?:Legacy)?$/i.test(wallet)) {
      remote = true
      readWalletConnect(draft, each.args[0])
    } else readConnector(draft, wallet, each)
  }
  return { remote, complete }
}

/** The connector in a function that wraps it: `(config) => ({ ...walletConnect({…})(config), name })`. */
function wrapped(value: Value): Value {
  const made = value instanceof Own ? value.call([]) : undefined
  if (made instanceof Call) return made
  const inner = isDict(made) ? [...made].filter(([key]) => key.startsWith('...')).map(([, each]) => each) : []
  return inner.find((each) => each instanceof Call) ?? value
}

function readConnector(draft: Draft, wallet: string, call: Call): void {
  const [options] = call.args
  if (/^coinbase(?:Wallet)?$/i.test(wallet)) {
    const inner = at(options, 'options') ?? options
    const preference = at(inner, 'preference', 'options') ?? at(inner, 'preference')
    addWallet(draft, 'coinbase')
    if (preference !== 'eoaOnly') draft.lose('Coinbase smart wallet', hints.smartWallet)
  } else if (/^metaMask$/i.test(wallet)) addWallet(draft, 'metaMask')
  else if (!FOUND.some((each) => each.toLowerCase() === wallet.toLowerCase())) listWallet(draft, wallet)
}

/** Reads the options of a WalletConnect connector. */
export function readWalletConnect(draft: Draft, options: Value): void {
  if (!isDict(options)) return
  const inner = isDict(options.get('options')) ? options.get('options') : options
  if (!draft.config.projectId) draft.projectId(at(inner, 'projectId'), 'projectId')
  const metadata = at(inner, 'metadata') ?? at(inner, 'clientMeta')
  const known = draft.config.metadata
  if (isDict(metadata))
    readMetadata(draft, new Map([...metadata].filter(([key]) => !isObject(known) || !(key in known))), 'metadata')
  const modal = at(inner, 'qrModalOptions')
  const featured = at(modal, 'explorerRecommendedWalletIds')
  if (featured !== undefined) draft.set('wallets', 'featured')(featured, 'explorerRecommendedWalletIds')
  const mode = at(modal, 'themeMode')
  if (mode !== undefined) draft.set('theme', 'mode')(mode, 'qrModalOptions.themeMode')
}

export function readMetadata(draft: Draft, value: Value, name: string): void {
  const keys = ['name', 'description', 'url', 'icons']
  const handlers = Object.fromEntries(keys.map((key) => [key, draft.set('metadata', key)]))
  draft.take(value, handlers, { verifyUrl: hints.unknown, redirect: hints.unknown }, `${name}.`)
}

/** Reads a wallet by its name in the libraries: adds its entry to the config, or notes what it needs. */
export function listWallet(draft: Draft, name: string): void {
  const sdk = entryOf(SDKS, name)
  if (sdk !== undefined) draft.lose(name, name === 'safe' || name === 'gnosis' ? hints.safe : hints.sdk(sdk))
  else if (!addWallet(draft, name)) draft.lose(name, hints.wallet)
}

/** Adds the wallet to `wallets.custom`, once. Returns false for a wallet that walletkit does not know. */
export function addWallet(draft: Draft, name: string): boolean {
  const entry = walletEntry(name)
  if (entry) addEntry(draft, entry)
  return entry !== undefined
}

/**
 * Adds a wallet that the site describes by a function of its own, in RainbowKit's form. Returns false if visitors could
 * not reach it: nothing could be read, or it has neither an `rdns` nor a mobile link.
 */
export function addOwnWallet(draft: Draft, own: Own): boolean {
  const [found, ...rest] = [own.call([new Map()])].flat()
  const [id, name] = [at(found, 'id'), at(found, 'name')]
  if (rest.length || typeof id !== 'string' || typeof name !== 'string') return false
  const texts = {
    rdns: at(found, 'rdns'),
    homepage: at(found, 'downloadUrls', 'browserExtension') ?? at(found, 'downloadUrls', 'qrCode'),
    image_url: at(found, 'iconUrl'),
    app_store: at(found, 'downloadUrls', 'ios'),
    play_store: at(found, 'downloadUrls', 'android'),
    chrome_store: at(found, 'downloadUrls', 'chrome'),
    // The wallet's link: in the text of the wallet's function, it stands in front of the pairing URI.
    mobile_link: /[`'"]([a-z][\w.+-]*:\/\/[^`'"$?]*?)\/?(?:wc)?\?uri=/i.exec(own.text)?.[1],
  }
  const known = Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' && value ? [[key, value]] : [],
  )
  addEntry(draft, { id, name, ...(Object.fromEntries(known) as JsonObject) })
  return texts.rdns !== undefined || texts.mobile_link !== undefined
}

function addEntry(draft: Draft, entry: JsonObject): void {
  const { wallets } = draft.config
  const custom =
    wallets && typeof wallets === 'object' && !Array.isArray(wallets) && Array.isArray(wallets.custom)
      ? wallets.custom
      : []
  const has = custom.some(
    (each: Json) => typeof each === 'object' && each !== null && !Array.isArray(each) && each.id === entry.id,
  )
  if (!has) draft.write(['wallets', 'custom'], [...custom, entry])
}

export const nameOf = (value: Value): string =>
  value instanceof Call || value instanceof Given || value instanceof Own
    ? value.name || 'a function'
    : typeof value === 'object' && value !== null && 'code' in value
      ? value.code
      : 'a wallet'
