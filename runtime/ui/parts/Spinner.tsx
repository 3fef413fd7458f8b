/**
 * A spinner; with a label, screen readers hear that something is in progress.
 *
 * @example
 * ```tsx
 * import { Spinner } from 'walletkit/ui'
 *
 * const Waiting = () => <Spinner label="Waiting for the wallet" />
 * ```
 */
export const Spinner = ({ label }: { label?: string }) => (
  <span className="spinner" role={label ? 'status' : undefined} aria-label={label} />
)
