/**
 * A placeholder bar with the final size of the loading text, so that nothing moves when the text is there. Widths and
 * heights are classes: w40 … w160, h10 … h64.
 *
 * @example
 * ```tsx
 * import { Skeleton } from 'walletkit/ui'
 *
 * const Balance = ({ text }: { text: string | undefined }) => <p>{text ?? <Skeleton width={120} height={20} />}</p>
 * ```
 */
export const Skeleton = ({
  width = 80,
  height = 12,
  round,
}: {
  width?: 40 | 56 | 64 | 80 | 120 | 160
  height?: 10 | 12 | 20 | 40 | 48 | 64
  round?: boolean
}) => <span className={`bone w${width} h${height}`} data-round={round || undefined} aria-hidden="true" />
