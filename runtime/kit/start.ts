/**
 * Runs as soon as a kit is created in a browser: applies the theme's mode, which with `system` is that of the visitor's
 * system, and resumes a stored session in the background.
 */
import { subscribe } from 'valtio/vanilla'
import type { Kit } from '../contracts/kit.ts'
import { requestedNetworks } from '../state/networks.ts'
import { completed } from './createKit.ts'

export function start(kit: Kit) {
  const { accounts, options, networks, theme } = kit.state
  const dark = matchMedia('(prefers-color-scheme:dark)')
  const paint = () => (theme.mode = theme.choice === 'system' ? (dark.matches ? 'dark' : 'light') : theme.choice)
  paint()
  dark.onchange = paint
  kit.teardown.push(subscribe(theme, paint, true), () => (dark.onchange = null))

  const ready = () => {
    options.initialized = true
    kit.track('INITIALIZE', { networks: requestedNetworks(networks).map((network) => network.caipNetworkId) })
  }
  const waiting = () => Object.values(accounts).filter((account) => account.status === 'connecting')
  if (waiting()[0])
    void completed(kit, import('../actions/reconnect.ts'))
      .then((actions) => actions.reconnect(kit))
      // If the code that resumes sessions cannot be loaded, the namespaces that wait for it become disconnected. A
      // wallet that the visitor connected meanwhile stays connected.
      .catch(() => waiting().map((account) => (account.status = 'disconnected')))
      .then(ready)
  else ready()
}
