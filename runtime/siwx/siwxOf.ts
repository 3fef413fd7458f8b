import type { Kit } from '../contracts/kit.ts'
import { perKit } from '../contracts/perKit.ts'
import { pageFetch } from '../http/hostFetch.ts'
import { createServerSiwx } from './createServerSiwx.ts'
import { createSiwx } from './createSiwx.ts'
import { brokenSiwe, createSiwe } from './siwe/createSiwe.ts'
import { siweOf } from './siwe/siweOf.ts'
import type { SIWX } from './types.ts'

const made = perKit((kit: Kit): SIWX | undefined => {
  const siwe = siweOf(kit)
  if (siwe) return siwe instanceof Error ? brokenSiwe(siwe) : createSiwe(kit, siwe)
  const { siwx } = kit.config
  if (!siwx) return undefined
  const options = siwx === true ? {} : siwx
  return options.storage === 'server' ? createServerSiwx(options, pageFetch(kit)) : createSiwx(kit, options)
})

/** The site's own SIWX implementation, else `siweConfig`, else the config's `siwx`; `undefined` if there is none. */
export const siwxOf = (kit: Kit): SIWX | undefined => kit.overrides.siwx ?? made(kit)
