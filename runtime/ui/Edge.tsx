import { Component, type ReactNode } from 'react'
import { pluginError } from '../errors/plugin.ts'
import { report } from '../errors/report.ts'
import type { Kit } from '../kit.ts'

type Props = {
  kit: Kit
  /** Whose the failure is where that is known, else it is looked for in the error itself. */
  owner?: () => string | undefined
  /** Drawn when the children fail again and again. */
  failed?: ((retry: () => void) => ReactNode) | undefined
  children: ReactNode
}

/** ms within which a second failure is not met by drawing anew. */
const AGAIN = 1_000

/**
 * A wall around walls. A view that throws while it is taken away is past its own wall, and would take the whole modal
 * along: here it is reported, and what took its place is drawn anew.
 */
export class Edge extends Component<Props, { failed: boolean }> {
  override state = { failed: false }
  #last = Number.NEGATIVE_INFINITY
  static getDerivedStateFromError = () => ({ failed: true })
  override componentDidCatch(error: unknown) {
    const { kit, owner, children } = this.props
    tell(kit, error, owner?.())
    // What failed is gone already, and nothing took its place.
    if (!children) return this.setState({ failed: false })
    const now = performance.now()
    if (now - this.#last > AGAIN) this.setState({ failed: false })
    this.#last = now
  }
  override render() {
    if (!this.state.failed) return this.props.children
    return this.props.failed?.(() => this.setState({ failed: false })) ?? null
  }
}

/** Reports what a wall met, under the plugin's name when it is one's. */
export function tell(kit: Kit, error: unknown, owner: string | undefined) {
  const named = (plugin: string | undefined) =>
    report(kit, plugin === undefined ? error : pluginError(plugin, ' to draw', error), 'CHUNK_FAILED')
  if (owner !== undefined) return void named(owner)
  void import('../host/blame.ts').then(
    ({ blame }) => named(blame(kit, error)),
    () => named(undefined),
  )
}
