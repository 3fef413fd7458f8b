import type { ReactNode } from 'react'
import { encode } from '../../lib/vendor/uqr.ts'

/**
 * A QR code as SVG, always dark on light with a quiet zone. The centre is free for `children` (logo or avatar).
 *
 * @example
 * ```tsx
 * import { QrCode } from 'walletkit/ui'
 *
 * const Receive = ({ address }: { address: string }) => <QrCode value={address} label="The address as a QR code" />
 * ```
 */
export function QrCode({ value, label, children }: { value: string; label: string; children?: ReactNode }) {
  const { data, size } = encode(value, { ecc: 'M', border: 0 })
  const clear = children ? Math.ceil(size * 0.2) : 0
  const from = (size - clear) / 2
  const free = (x: number, y: number) => clear > 0 && x >= from && x < from + clear && y >= from && y < from + clear
  const finder = (x: number, y: number) => (x < 7 && y < 7) || (x >= size - 7 && y < 7) || (x < 7 && y >= size - 7)
  const on = (x: number, y: number) => Boolean(data[y]?.[x]) && !free(x, y) && !finder(x, y)
  // Draw one stroke per horizontal and per vertical run, so that ends are round and adjacent modules connect.
  let path = ''
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (!on(x, y)) continue
      let end = x
      while (on(end + 1, y)) end++
      path += `M${x + 0.5} ${y + 0.5}h${end - x || 0.001}`
      x = end
    }
  }
  for (let x = 0; x < size; x++) {
    for (let y = 0; y < size; y++) {
      let end = y
      if (!on(x, y)) continue
      while (on(x, end + 1)) end++
      if (end > y) path += `M${x + 0.5} ${y + 0.5}v${end - y}`
      y = end
    }
  }
  return (
    <div className="qr" role="img" aria-label={label}>
      <svg viewBox={`0 0 ${size} ${size}`} aria-hidden="true">
        <path d={path} stroke="#12141a" strokeWidth="1" strokeLinecap="round" fill="none" />
        {[
          [0, 0],
          [size - 7, 0],
          [0, size - 7],
        ].map(([x = 0, y = 0]) => (
          <g key={`${x}-${y}`} fill="none" stroke="#12141a">
            <rect x={x + 0.5} y={y + 0.5} width="6" height="6" rx="2" />
            <rect x={x + 2} y={y + 2} width="3" height="3" rx="1" fill="#12141a" stroke="none" />
          </g>
        ))}
      </svg>
      {children !== undefined && <span className="qr-logo">{children}</span>}
    </div>
  )
}
