import { Skeleton } from './Skeleton.tsx'

/**
 * A placeholder row of the final size, so that nothing moves when the row is there. `round` for tokens and accounts;
 * `note` for a second line.
 *
 * @example
 * ```tsx
 * import { BareRow } from 'walletkit/ui'
 *
 * const Loading = () => <BareRow round note />
 * ```
 */
export function BareRow({ round, note }: { round?: boolean; note?: boolean }) {
  return (
    <div className="row" aria-hidden="true">
      <span className="bone bone-tile" data-round={round || undefined} />
      <span className="grow bones">
        <Skeleton width={56} />
        {note && <Skeleton width={80} height={10} />}
      </span>
      {note && <Skeleton width={56} />}
    </div>
  )
}
