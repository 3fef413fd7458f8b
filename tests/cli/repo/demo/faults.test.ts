import { expect, it } from 'vitest'
import { faultsOf } from '../../../../cli/repo/demo/faults.ts'
import type { Visit } from '../../../../cli/repo/visit.ts'

const SOUND: Visit = {
  connected: true,
  sentWei: '10',
  receiverDeltaWei: '10',
  txHash: '0x1',
  swap: { txHash: '0x2', outDelta: '5', quoted: '5' },
  purchase: { received: '7' },
  relay: { connected: true, signed: true },
  batch: { txHash: '0x3', transactions: 1, outDelta: '4', quoted: '4', allowanceLeft: '0' },
  revoke: { txHash: '0x4', before: '9', after: '0' },
  passkey: { txHash: '0x5', receiverDeltaWei: '10', gestures: 2 },
  thirdPartyRequests: 0,
}

it('finds nothing wrong with a visit in which everything works', () => {
  expect(faultsOf(SOUND)).toEqual([])
})

it.each<[Partial<Visit>, string]>([
  [{ connected: false }, 'does not say that it is connected'],
  [{ receiverDeltaWei: '9' }, 'sent 10 wei, and 9 arrived'],
  [{ swap: { ...SOUND.swap, outDelta: '4' } }, 'the swap promised 5, and 4 arrived'],
  [{ swap: { ...SOUND.swap, outDelta: '0', quoted: '0' } }, 'the swap promised 0, and 0 arrived'],
  [{ purchase: { received: '0' } }, 'no bought ether'],
  [{ relay: { connected: false, signed: true } }, 'connected over the relay'],
  [{ relay: { connected: true, signed: false } }, 'no transaction that the phone approved'],
  [{ batch: { ...SOUND.batch, transactions: 2 } }, 'the batch took 2 transactions'],
  [{ batch: { ...SOUND.batch, quoted: '5' } }, 'the batch promised 5, and 4 arrived'],
  [{ batch: { ...SOUND.batch, allowanceLeft: '1' } }, 'an allowance of 1'],
  [{ revoke: { ...SOUND.revoke, before: '0' } }, 'an approval of 0 ended as 0'],
  [{ revoke: { ...SOUND.revoke, after: '9' } }, 'an approval of 9 ended as 9'],
  [{ passkey: { ...SOUND.passkey, receiverDeltaWei: '0' } }, '0 wei arrived from the passkey wallet'],
  [{ thirdPartyRequests: 3 }, 'contacted 3 addresses'],
])('says what is wrong with %j', (change, fault) => {
  expect(faultsOf({ ...SOUND, ...change })).toEqual([expect.stringContaining(fault)])
})
