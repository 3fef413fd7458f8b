/**
 * Loads the sign-in code (in builds that include it) once an account is connected, and runs it on each change of
 * account or network.
 */
import { coreError } from '../errors/catalogue.ts'
import { report } from '../state/report.ts'
import type { Kit } from '../contracts/kit.ts'
import { perKit } from '../contracts/perKit.ts'
import type { Namespace } from '../lib/namespace.ts'
import { ONE_SECOND } from '../lib/time.ts'
import type { SiwxPart } from '../contracts/siwx.ts'
import { connectionOf } from '../state/connections.ts'
import { activeAddress } from '../state/active.ts'
import { reset } from '../state/navigate.ts'

const loaded = perKit(() => ({ part: undefined as SiwxPart | undefined }))

/** From the first call on, checks the sign-in after each change of account, network or namespace. */
export const heedSignIn = perKit((kit) => {
  if (!kit.parts.siwx) return
  kit.teardown.push(kit.events.on('changed', () => void settleSignIn(kit)))
})

/**
 * Runs the check of the sign-in. Resolves once it is known whether the visitor has to sign; the view that asks is open
 * by then. If the code of sign-in cannot be loaded, reports that and disconnects the account. Never throws.
 */
export async function settleSignIn(kit: Kit): Promise<void> {
  const own = loaded(kit)
  const load = kit.parts.siwx
  const { siwx = kit.config.siwx, siweConfig = kit.config.siweConfig } = kit.overrides
  // Skip the download while no account is connected.
  if (!(siwx || siweConfig) || (!own.part && !activeAddress(kit))) return
  try {
    if (!load) throw new Error('This build has no sign-in: its config needs "siwx" or "siweConfig"')
    own.part ??= (await load()).default
  } catch (error) {
    return failSignIn(kit, error, kit.state.networks.activeChain)
  }
  await own.part.settle(kit)
}

/**
 * Handles a sign-in that cannot start: reports the error, and disconnects the account of `namespace`, because the site
 * cannot ask it to sign.
 */
export async function failSignIn(kit: Kit, error: unknown, namespace: Namespace | undefined): Promise<void> {
  report(kit, coreError('SIWX_INIT_FAILED', error), 'SIWX_INIT_FAILED')
  const { disconnect } = await import('./disconnect.ts')
  const own = connectionOf(kit, namespace)
  await disconnect(kit, own ? { connection: own.shown } : namespace, ONE_SECOND).catch(() => undefined)
  if (!activeAddress(kit)) reset(kit.state.router, 'Connect')
}
