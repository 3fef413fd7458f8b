/**
 * Replaces code in the bundle of the relay client, to make it smaller: code for wallets, for servers and for chains
 * without a connector, which a page never runs, and code for what every supported browser has built in.
 */
import { readFileSync } from 'node:fs'
import type { Plugin } from 'rolldown'
import { fromSources } from './sources.ts'

/**
 * Replacements of functions that only a wallet calls. They throw, so that a test fails if a page calls one after all.
 */
const ofWallet = (...names: string[]) =>
  names.map((name) => `export const ${name} = () => { throw new Error('Only a wallet calls ${name}.') }`).join('\n')

const PACKAGES: Record<string, string> = {
  // The kit sets a log level at which the logger writes nothing.
  pino: `const nothing = () => {}
const levels = { values: { fatal: 60, error: 50, warn: 40, info: 30, debug: 20, trace: 10 } }
const logger = { level: 'silent', levels, bindings: () => ({}), child: () => logger, setBindings: nothing }
for (const level of Object.keys(levels.values)) logger[level] = nothing
export const pino = Object.assign(() => logger, { levels })
export { levels }
export default pino`,
  'cross-fetch': 'export default (...request) => globalThis.fetch(...request)',
  // Without this, the client would tell the relay which browser the visitor has.
  'detect-browser': 'export const detect = () => null',
  // `__exportStar` is the only function of tslib that the client's packages call.
  tslib: `export const __exportStar = (from, to) => {
  for (const name of Object.keys(from)) if (name !== 'default' && !Object.hasOwn(to, name)) to[name] = from[name]
}`,
  // The packages from here to `@noble/hashes/blake2` only hash signed transactions, on chains for which the kit has no
  // connector.
  '@msgpack/msgpack': ofWallet('encode', 'decode'),
  blakejs: ofWallet('blake2b'),
  '@scure/base': 'export const base32 = {}',
  bs58: 'export default {}',
  '@noble/hashes/blake2': ofWallet('blake2b'),
  // Only a wallet uses this curve, to verify the attestation of a page.
  '@noble/curves/p256': 'export const p256 = {}',
  uint8arrays: readFileSync(new URL('./bytes.ts', import.meta.url), 'utf8'),
}

const GENERIC = "export { default } from './generic'"
const SOURCES: Record<string, string> = {
  'utils/polkadot.ts': ofWallet('buildSignedExtrinsicHash'),
  ...Object.fromEntries(
    ['algorand', 'cardano', 'cosmos', 'elrond', 'multiversx', 'near', 'tezos'].map((chain) => [
      `universal-provider/providers/${chain}.ts`,
      GENERIC,
    ]),
  ),
}

const named: Plugin = {
  name: 'stand-ins',
  resolveId: (id, importer = '') => {
    if (!/[\\/]@walletconnect[\\/]/.test(importer)) return undefined
    const name = id.replace(/^uint8arrays\/.*/, 'uint8arrays')
    return name in PACKAGES ? `\0${name}` : undefined
  },
  load: (id) => {
    const code = id.startsWith('\0') ? PACKAGES[id.slice(1)] : undefined
    return code === undefined ? undefined : { code, moduleType: 'ts', moduleSideEffects: false }
  },
}

export const standIns = [named, fromSources(SOURCES)]
