/**
 * Starts a plugin's controller at the activation events in its manifest, without showing any view of it. This file
 * loads if a plugin has such events: with the modal's code, or when an account is connected.
 */
import { subscribe } from 'valtio/vanilla'
import type { ActivationEvent, AnyPlugin } from '../contracts/definePlugin.ts'
import type { Kit } from '../contracts/kit.ts'
import { PLUGIN_WALLET } from '../contracts/connector.ts'
import { perKit } from '../contracts/perKit.ts'
import type { PluginEvents } from '../contracts/pluginEvents.ts'
import { storedConnectors } from '../actions/remembered.ts'
import { pluginError } from '../errors/plugin.ts'
import { activeAccount } from '../state/active.ts'
import { pluginsOn } from '../state/plugins.ts'
import { report } from '../state/report.ts'
import { activations } from './load.ts'
import { missed, onTransaction } from './pluginEvents.ts'

export const startOnEvents = perKit((kit: Kit) => {
  const failed = new Set<string>()
  const start = (event: ActivationEvent, transaction?: PluginEvents['transaction']) => {
    for (const plugin of pluginsOn(kit))
      if (plugin.activate?.includes(event)) void startOne(kit, plugin, failed, transaction)
  }
  const { modal, options } = kit.state
  let isDestroyed = false
  let { open } = modal
  let idle = false
  /**
   * Starts the plugins whose events have already happened: once now, and after each change of the options, because the
   * site may have switched a feature on.
   */
  const catchUp = () => {
    if (idle) start('onIdle')
    if (open) start('onOpen')
    if (activeAccount(kit)?.status === 'connected') start('onConnect')
    for (const plugin of pluginsOn(kit))
      if (plugin.activate?.includes('onResume') && isStored(kit, plugin)) void startOne(kit, plugin, failed)
  }
  catchUp()
  kit.teardown.push(
    subscribe(modal, () => {
      const wasOpen = open
      open = modal.open
      if (open && !wasOpen) start('onOpen')
    }),
    subscribe(options, catchUp),
    kit.events.on('connected', () => start('onConnect')),
    onTransaction(kit, (sent) => start('onTransaction', sent)),
    () => void (isDestroyed = true),
  )
  const onIdle = () => {
    // The page may become idle only after it has destroyed the kit: a controller that starts then would never end.
    if (isDestroyed) return
    idle = true
    start('onIdle')
  }
  if (typeof requestIdleCallback === 'function') requestIdleCallback(onIdle)
  else setTimeout(onIdle)
})

/** Whether a session of a wallet that this plugin provides is stored: only the plugin can resume it. */
const isStored = (kit: Kit, { id }: AnyPlugin) =>
  storedConnectors(kit).some((stored) => stored.startsWith(`${PLUGIN_WALLET}${id}.`))

/**
 * Starts the controller unless it runs. A later event tries again after a failure; repeated failures are reported once.
 */
async function startOne(kit: Kit, plugin: AnyPlugin, failed: Set<string>, sent?: PluginEvents['transaction']) {
  const { id } = plugin
  const activation = activations(kit).get(id)
  if (!activation) return
  const waiting = missed(kit)
  // Keep the transaction for a controller that only now starts, because it cannot listen yet. A controller that runs
  // has received the event, and would get it twice.
  if (sent && !activation.isReady()) waiting.set(id, [...(waiting.get(id) ?? []), sent])
  try {
    await activation.controller()
    failed.delete(id)
  } catch (error) {
    if (!failed.has(id)) report(kit, pluginError(id, ' in setup', error), 'PLUGIN_FAILED')
    failed.add(id)
  } finally {
    waiting.delete(id)
  }
}
