/** Calculates the contrast of two colours (WCAG 2.2), and a colour that reaches a contrast. Pure functions. */

type Rgb = readonly [number, number, number]

/** Parses `#abc` or `#aabbcc`; `undefined` for anything else. */
export function parseHex(text: string): Rgb | undefined {
  const [, short] = /^#([\da-f]{3})$/i.exec(text.trim()) ?? []
  const hex = short ? [...short].map((digit) => digit + digit).join('') : /^#([\da-f]{6})$/i.exec(text.trim())?.[1]
  if (hex === undefined) return undefined
  const at = (start: number) => Number.parseInt(hex.slice(start, start + 2), 16)
  return [at(0), at(2), at(4)]
}

const toHex = (rgb: Rgb) => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

const luminance = (rgb: Rgb) => {
  const [red = 0, green = 0, blue = 0] = rgb.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast ratio, from 1 to 21. `undefined` if {@link parseHex} cannot read one of the two. */
export function contrast(a: string, b: string): number | undefined {
  const [first, second] = [parseHex(a), parseHex(b)]
  if (!first || !second) return undefined
  const [low = 0, high = 0] = [luminance(first), luminance(second)].sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

/**
 * Mixes the colour with just enough black or white (in steps of 5%) to reach the contrast `least` on each of `grounds`,
 * the background colours. Returns white if nothing reaches it. Ignores a ground that {@link parseHex} cannot read.
 *
 * @throws Error for a colour that {@link parseHex} cannot read
 */
export function readable(colour: string, grounds: readonly string[], least: number): string {
  const own = parseHex(colour)
  if (!own) throw new Error(`${colour} is not a hexadecimal colour`)
  const reaches = (text: string) => grounds.every((ground) => (contrast(text, ground) ?? 21) >= least)
  for (let step = 0; step <= 20; step += 1) {
    for (const end of [0, 255]) {
      const mixed = toHex([mix(own[0], end, step), mix(own[1], end, step), mix(own[2], end, step)])
      if (reaches(mixed)) return mixed
    }
  }
  return reaches('#000000') ? '#000000' : '#ffffff'
}

const mix = (part: number, end: number, step: number) => part + ((end - part) * step) / 20
