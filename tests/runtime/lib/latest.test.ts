import { describe, expect, it } from 'vitest'
import { latest, Superseded } from '../../../runtime/lib/latest.ts'

describe('latest', () => {
  it('delivers the newest call only, whatever order the answers come in', async () => {
    const open: ((value: string) => void)[] = []
    const ask = latest((_question: string) => new Promise<string>((resolve) => open.push(resolve)))
    const [first, second, third] = [ask('a'), ask('b'), ask('c')]
    open[2]?.('C')
    open[0]?.('A')
    open[1]?.('B')
    await expect(first).rejects.toBeInstanceOf(Superseded)
    await expect(second).rejects.toBeInstanceOf(Superseded)
    await expect(third).resolves.toBe('C')
  })

  it('passes the newest failure on and drops an older one', async () => {
    const fail: ((error: Error) => void)[] = []
    const ask = latest(() => new Promise<never>((_resolve, reject) => fail.push(reject)))
    const [older, newest] = [ask(), ask()]
    fail[0]?.(new Error('old'))
    fail[1]?.(new Error('new'))
    await expect(older).rejects.toBeInstanceOf(Superseded)
    await expect(newest).rejects.toThrow('new')
  })
})
