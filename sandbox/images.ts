import { createHash } from 'node:crypto'
import { COINS } from './coins.ts'

/**
 * Generates an SVG picture: a square and a circle whose colors depend on `key` only, with the first letter or
 * digit of `label`.
 */
export function tile(key: string, label: string): string {
  const hash = createHash('sha256').update(key).digest()
  const hue = ((hash[0] ?? 0) * 360) / 256
  const turn = 40 + ((hash[1] ?? 0) % 100)
  const x = 20 + ((hash[2] ?? 0) % 60)
  const y = 20 + ((hash[3] ?? 0) % 60)
  const color = (shift: number, light: number) => `hsl(${Math.round(hue + shift) % 360} 62% ${light}%)`
  const letter = /[\p{L}\p{N}]/u.exec(label)?.[0].toUpperCase() ?? ''
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">',
    `<rect width="96" height="96" fill="${color(0, 42)}"/>`,
    `<circle cx="${x}" cy="${y}" r="38" fill="${color(turn, 52)}"/>`,
    `<text x="48" y="50" fill="#fff" font-family="sans-serif" font-size="44" font-weight="600"`,
    ` text-anchor="middle" dominant-baseline="central">${letter}</text>`,
    '</svg>',
  ].join('')
}

/** A picture as a `data:` URI, which a page with a strict Content-Security-Policy can show without another host. */
export const dataUri = (svg: string): string => `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`

/**
 * The picture of a token: the real one for ETH and SOL, a generated one for others. The symbol's case does not matter.
 */
export const tokenImage = (symbol: string): string =>
  COINS[symbol.toUpperCase()] ?? tile(`token:${symbol.toUpperCase()}`, symbol)
