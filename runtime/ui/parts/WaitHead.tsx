import type { ReactNode } from 'react'
import { useSheet } from '../context.ts'
import css from './request.css.ts'

/**
 * The head of a screen that waits for the wallet or a block: a picture, what happens now, and for what. Screen readers
 * hear each change. `pair` are two pictures of 64 pixels, the second in front of the first; `image` is one picture, in
 * place of both. A text below the steps gets the class `wait-hint`.
 *
 * @example
 * ```tsx
 * import { Tile, WaitHead } from 'walletkit/ui'
 *
 * const Head = () => (
 *   <WaitHead image={<Tile name="DAI" size={64} round />} title="Confirm in MetaMask">
 *     <p className="text">2 DAI for 0.001 ETH</p>
 *   </WaitHead>
 * )
 * ```
 */
export function WaitHead({
  image,
  pair,
  title,
  children,
}: {
  image?: ReactNode
  pair?: readonly [ReactNode, ReactNode]
  title: string
  children?: ReactNode
}) {
  useSheet(css)
  return (
    <div className="wait-head center" role="status">
      {pair ? (
        <span className="wait-pair">
          {pair[0]}
          {pair[1]}
        </span>
      ) : (
        image
      )}
      <p className="display">{title}</p>
      {children}
    </div>
  )
}
