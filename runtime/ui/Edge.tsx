import { Component, type ReactNode } from 'react'
import { report } from '../errors/report.ts'
import type { Kit } from '../kit.ts'

type Props = {
  kit: Kit
  /** Whose the failure is where that is known, else it is looked for in the error itself. */
  owner?: () => string | undefined
  /** Drawn in place of what failed; `retry` draws the children anew. */
  failed?: ((reason: unknown, retry: () => void) => ReactNode) | undefined
  /** The children are drawn anew when it changes. */
  visit?: unknown
  children: ReactNode
}
type State = { failure: { reason: unknown } | undefined }

/** Around a part that may fail to load or to draw: the failure is reported once and drawn in its place, the rest goes on. */
export class Wall extends Component<Props, State> {
  override state: State = { failure: undefined }
  static getDerivedStateFromError = (reason: unknown): State => ({ failure: { reason } })
  retry = () => this.setState({ failure: undefined })
  override componentDidCatch(error: unknown) {
    tell(this.props.kit, error, this.props.owner?.())
  }
  override componentDidUpdate({ visit }: Props) {
    if (visit !== this.props.visit && this.state.failure) this.retry()
  }
  override render() {
    const { failure } = this.state
    return failure ? (this.props.failed?.(failure.reason, this.retry) ?? null) : this.props.children
  }
}

/** ms within which a second failure is not met by drawing anew. */
const AGAIN = 1_000

/**
 * A wall around walls. A view that throws while it is taken away is past its own wall, and would take the whole modal
 * along: here it is reported, and what took its place is drawn anew.
 */
export class Edge extends Wall {
  #last = Number.NEGATIVE_INFINITY
  override componentDidCatch(error: unknown) {
    super.componentDidCatch(error)
    // What failed is gone already, and nothing took its place.
    if (!this.props.children) return this.retry()
    const now = performance.now()
    if (now - this.#last > AGAIN) this.retry()
    this.#last = now
  }
}

/** Reports what a wall met, under the plugin's name when it is one's. */
export function tell(kit: Kit, error: unknown, owner: string | undefined) {
  import('../host/blame.ts').then(
    ({ blameDrawn }) => report(kit, ...blameDrawn(kit, error, owner)),
    () => report(kit, error, 'CHUNK_FAILED'),
  )
}
