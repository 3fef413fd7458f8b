/**
 * Replacements for parts of the relay client that a page never runs: those of a wallet or a server, those for chains
 * that no connector here serves, and what every supported browser has built in.
 */
import { readFileSync } from 'node:fs'
import type { Plugin } from 'rolldown'
import { fromSources } from './sources.ts'

/** Functions that only the wallet's side of the client calls. They throw, so that a test would tell if it were not so. */
const ofWallet = (...names: string[]) =>
  names.map((name) => `export const ${name} = () => { throw new Error('Only a wallet calls ${name}.') }`).join('\n')

const PACKAGES: Record<string, string> = {
  // We set a log level at which its logger writes nothing.
  pino: `const nothing = () => {}
const levels = { values: { fatal: 60, error: 50, warn: 40, info: 30, debug: 20, trace: 10 } }
const logger = { level: 'silent', levels, bindings: () => ({}), child: () => logger, setBindings: nothing }
for (const level of Object.keys(levels.values)) logger[level] = nothing
export const pino = Object.assign(() => logger, { levels })
export { levels }
export default pino`,
  'cross-fetch': 'export default (...request) => globalThis.fetch(...request)',
  // The relay is not told which browser this is.
  'detect-browser': 'export const detect = () => null',
  // The only one of its functions that the client's packages call.
  tslib: `export const __exportStar = (from, to) => {
  for (const name of Object.keys(from)) if (name !== 'default' && !Object.hasOwn(to, name)) to[name] = from[name]
}`,
  // The wallet reads the hash of a transaction that it signed, on chains that no connector here serves.
  '@msgpack/msgpack': ofWallet('encode', 'decode'),
  blakejs: ofWallet('blake2b'),
  '@scure/base': 'export const base32 = {}',
  bs58: 'export default {}',
  '@noble/hashes/blake2': ofWallet('blake2b'),
  // A wallet checks the attestation of a page.
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
