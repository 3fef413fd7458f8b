import { describe, expect, it } from 'vitest'
import { identicon } from '../../../../runtime/ui/parts/identicon.ts'

const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const addresses = Array.from({ length: 2000 }, (_, at) => `0x${(at * 7919).toString(16).padStart(40, '0')}`)
const look = (address: string) => Object.values(identicon(address)).join()

describe('the picture of an address', () => {
  it('stays the same, however the address is written', () => {
    expect(identicon(ADDRESS)).toEqual(identicon(ADDRESS.toLowerCase()))
    expect(identicon(ADDRESS)).toEqual({
      disc: expect.stringMatching(/^hsl\(\d+ 82% 72%\)$/) as string,
      figure: expect.stringMatching(/^hsl\(\d+ 62% 48%\)$/) as string,
      path: expect.stringMatching(/^M/) as string,
      turn: expect.any(Number) as number,
    })
  })

  it('differs between addresses: of 2,000, no twenty share one', () => {
    const counts = new Map<string, number>()
    for (const address of addresses) counts.set(look(address), (counts.get(look(address)) ?? 0) + 1)
    expect(counts.size).toBeGreaterThan(900)
    expect(Math.max(...counts.values())).toBeLessThan(20)
  })

  it('is another one for an address that looks alike: same beginning, same end', () => {
    const twins = addresses.filter((_, at) => {
      const twin = `${ADDRESS.slice(0, 6)}${at.toString(16).padStart(32, '0')}${ADDRESS.slice(-4)}`
      return look(twin) === look(ADDRESS)
    })
    expect(twins.length).toBeLessThan(20)
  })

  it('has hues all around the circle', () => {
    const hues = new Set(addresses.map((address) => identicon(address).disc))
    expect(hues.size).toBe(24)
  })
})
