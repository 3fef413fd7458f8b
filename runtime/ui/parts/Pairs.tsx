import type { ReactNode } from 'react'

/**
 * A list of labels and values.
 *
 * @example
 * ```tsx
 * import { Pairs } from 'walletkit/ui'
 *
 * const Costs = () => <Pairs items={[{ label: 'Network fee', value: '0.0001 ETH' }]} />
 * ```
 */
export function Pairs({ items }: { items: readonly { label: string; value: ReactNode }[] }) {
  return (
    <dl className="pairs">
      {items.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="num">{typeof value === 'string' ? <bdi>{value}</bdi> : value}</dd>
        </div>
      ))}
    </dl>
  )
}
