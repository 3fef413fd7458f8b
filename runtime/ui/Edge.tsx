import { Component, type ReactNode } from 'react'
import { report } from '../state/report.ts'
import type { Kit } from '../contracts/kit.ts'

type Props = {
  kit: Kit
  /**
   * Returns the id of the plugin that rendered the children. Without an id, host/blame.ts looks for the plugin whose
   * functions the error passed through, then in the error's stack.
   */
  owner?: () => string | undefined
  /** Rendered in place of the failed children; `retry` renders the children again. */
  failed?: ((reason: unknown, retry: () => void) => ReactNode) | undefined
  /** When this changes after a failure, the children render again. */
  visit?: unknown
  children: ReactNode
}
type State = { failure: { reason: unknown } | undefined }

/** Error boundary: if the children fail to load or to render, reports the error and renders `failed` in their place. */
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

/** ms. After a second failure within this time, the boundary does not render again, to avoid a loop. */
const AGAIN = 1_000

/**
 * An outer error boundary. A view that throws while it unmounts is already outside its own boundary, and the error
 * would unmount the whole modal. This boundary reports it and renders the children again.
 */
export class Edge extends Wall {
  #last = Number.NEGATIVE_INFINITY
  override componentDidCatch(error: unknown) {
    super.componentDidCatch(error)
    // Rendering again is safe here: the failed view has already left this boundary, and no other view replaced it.
    if (!this.props.children) return this.retry()
    const now = performance.now()
    if (now - this.#last > AGAIN) this.retry()
    this.#last = now
  }
}

/** Reports a render error; under a plugin's name if `owner` or a trace leads to one (host/blame.ts). */
export function tell(kit: Kit, error: unknown, owner: string | undefined) {
  import('../host/blame.ts').then(
    ({ blameDrawn }) => report(kit, ...blameDrawn(kit, error, owner)),
    () => report(kit, error, 'CHUNK_FAILED'),
  )
}
