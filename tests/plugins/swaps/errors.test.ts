/** The text that a failed swap shows. */
import { expect, it } from 'vitest'
import { reportRun, swapError } from '../../../plugins/swaps/errors.ts'
import manifest from '../../../plugins/swaps/index.ts'
import { createPluginKit } from '../../../runtime/host/createPluginKit.ts'
import { makeKit } from '../../support/kit.ts'

const short = (shortMessage: string, cause?: unknown) => Object.assign(new Error('Long', { cause }), { shortMessage })

it.each([
  ['the wallet’s short words', short('User rejected'), 'User rejected'],
  [
    'those of a cause',
    new Error('Long', { cause: new Error('Long', { cause: short('User rejected') }) }),
    'User rejected',
  ],
  ['the first that are not empty', short(' ', short('Busy')), 'Busy'],
  ['its own words where the wallet has none', new Error('Long'), 'Transaction error'],
  ['those of the swap’s own error, whatever its cause says', swapError('SWAP_MOVED', short('Busy')), /price changed/],
])('is %s', (_what, error, text) => {
  const kit = makeKit({}, { plugins: [manifest] })
  expect(reportRun(createPluginKit(kit, manifest), error)).toMatch(text)
  expect(kit.state.toast.message).toMatch(text)
})
