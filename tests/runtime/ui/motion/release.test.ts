import { describe, expect, it } from 'vitest'
import { release, velocityOf } from '../../../../runtime/ui/motion/release.ts'

const height = 600
const slow = { height, velocity: 0 }

describe('a sheet that is let go of', () => {
  it('closes from a third of its height', () => {
    expect(release({ ...slow, distance: 200 })).toBe('close')
    expect(release({ ...slow, distance: 600 })).toBe('close')
  })

  it('springs back before that', () => {
    expect(release({ ...slow, distance: 199 })).toBe('back')
    expect(release({ ...slow, distance: 1 })).toBe('back')
  })

  it('closes after a flick down, however short', () => {
    expect(release({ distance: 12, height, velocity: 0.5 })).toBe('close')
    expect(release({ distance: 12, height, velocity: 0.49 })).toBe('back')
  })

  it('springs back after a flick up, however far down it was', () => {
    expect(release({ distance: 500, height, velocity: -0.6 })).toBe('back')
    expect(release({ distance: 500, height, velocity: -0.1 })).toBe('close')
  })

  it('stays when it is not below its place', () => {
    expect(release({ distance: 0, height, velocity: 3 })).toBe('back')
  })
})

describe('the velocity of a finger', () => {
  const fall = [
    { y: 0, at: 0 },
    { y: 40, at: 40 },
    { y: 100, at: 100 },
  ]

  it('is that of the last 80 ms, in px per ms', () => {
    expect(velocityOf(fall, 100)).toBe(1)
    expect(velocityOf([{ y: 900, at: 0 }, ...fall.slice(1)], 100)).toBe(1)
    expect(
      velocityOf(
        [...fall].reverse().map(({ y }, at) => ({ y, at: at * 50 })),
        100,
      ),
    ).toBeLessThan(0)
  })

  it('is 0 when the finger rested before it let go, or hardly moved', () => {
    expect(velocityOf(fall, 300)).toBe(0)
    expect(velocityOf(fall.slice(0, 1), 0)).toBe(0)
    expect(velocityOf([], 0)).toBe(0)
  })
})
