import { describe, expect, it } from 'vitest'
import { hideProgress, hideSeen, setProgress, type ShownProgress } from '../../../runtime/data/progress.ts'

describe('the progress of plugins', () => {
  it('is one entry for each plugin, newest first', () => {
    const list: ShownProgress[] = []
    setProgress(list, 'send', { state: 'wallet', title: 'Confirm' })
    setProgress(list, 'swaps', { state: 'chain', title: 'Swapping' })
    setProgress(list, 'send', { state: 'chain', title: 'Sending' })
    expect(list.map(({ plugin, title }) => [plugin, title])).toEqual([
      ['send', 'Sending'],
      ['swaps', 'Swapping'],
    ])
    hideProgress(list, 'send')
    hideProgress(list, 'absent')
    expect(list).toHaveLength(1)
  })

  it('counts its time from the change of its state, not of its words', () => {
    const list: ShownProgress[] = []
    setProgress(list, 'send', { state: 'wallet', title: 'Confirm' })
    const first = list[0]
    if (first) first.since = 7
    setProgress(list, 'send', { state: 'wallet', title: 'Confirm in another wallet' })
    expect(list[0]).toMatchObject({ since: 7, title: 'Confirm in another wallet' })
    setProgress(list, 'send', { state: 'chain', title: 'Sending' })
    expect(list[0]?.since).toBeGreaterThan(7)
  })

  it('loses what the visitor has seen, and keeps what happened meanwhile', () => {
    const list: ShownProgress[] = []
    setProgress(list, 'send', { state: 'done', title: 'Sent' })
    setProgress(list, 'swaps', { state: 'done', title: 'Swapped' })
    const sent = list.find(({ plugin }) => plugin === 'send')
    if (sent) sent.isSeen = true
    hideSeen(list)
    expect(list.map(({ plugin }) => plugin)).toEqual(['swaps'])
  })
})
