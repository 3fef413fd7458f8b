import type { Kit } from '../kit.ts'
import { perKit } from '../lib/perKit.ts'
import { createServerSiwx } from './createServerSiwx.ts'
import { createSiwx } from './createSiwx.ts'
import type { SIWX } from './types.ts'

const made = perKit((kit: Kit): SIWX | undefined => {
  const { siwx } = kit.config
  if (!siwx) return undefined
  const options = siwx === true ? {} : siwx
  return options.storage === 'server' ? createServerSiwx(options) : createSiwx(kit, options)
})

/** The site's own implementation, else the config's; `undefined` where neither is. */
export const siwxOf = (kit: Kit): SIWX | undefined => kit.overrides.siwx ?? made(kit)
