/**
 * The tests' own plugin: items in several slots, a view that fails if a test says so, and its plugin kit as
 * `window.probe`.
 */
import { definePlugin, type PluginKit } from 'walletkit/plugin'

declare module 'walletkit/plugin' {
  interface ViewParams {
    Probe: undefined
  }
  interface TrackingEvents {
    PROBED: Record<never, never>
  }
}
declare global {
  var probe: PluginKit
  /** A test sets these to make the probe's views and slot items fail, or to lock the modal. */
  var probeFails: boolean | undefined
  var probeLocks: boolean | undefined
}

function ProbeView() {
  if (globalThis.probeFails) throw new Error('The probe fails')
  return <p>The probe is here</p>
}
/** A component of a connect method: a button as tall as the placeholder that is shown while it loads. */
const method = (text: string) => async () => {
  const { Button } = await import('walletkit/ui')
  return { default: () => <Button wide>{text}</Button> }
}

export default definePlugin({
  id: 'probe',
  feature: 'probe',
  engine: '^0.1',
  permissions: { methods: ['eth_sendTransaction', 'eth_signTypedData_v4', 'personal_sign'], names: ['probe.id'] },
  events: ['PROBED'],
  controller: async () => ({ default: ({ kit }: { kit: PluginKit }) => (globalThis.probe = kit) }),
  views: { Probe: { title: 'Probe', load: async () => ({ default: ProbeView }) } },
  slots: {
    connectMethods: [
      {
        key: 'email',
        order: 10,
        load: method('By e-mail'),
        isTall: () => {
          if (globalThis.probeFails) throw new Error('The probe fails')
          return false
        },
      },
      { key: 'social', order: 20, load: method('By a network') },
    ],
    walletFeatures: [
      { key: 'onramp', label: 'Buy', icon: 'coins', order: 10, view: 'Probe' },
      { key: 'swaps', label: 'Swap', icon: 'swap', order: 20, view: 'Probe' },
    ],
    names: [
      {
        key: 'probe',
        order: 1,
        load: async () => ({
          default: async (name: string) =>
            name.endsWith('.probe.id') ? { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' } : undefined,
        }),
      },
    ],
    guards: [{ key: 'probe', order: 1, mayClose: () => !globalThis.probeLocks }],
  },
})
