/** What a button of the page leaves behind in the kit. */
import { expect, it } from 'vitest'
import { createWalletKit } from '../../../runtime/index.ts'
import { attend } from '../../../runtime/kit/button.ts'
import { kitOf } from '../../../runtime/kit/walletKit.ts'
import { memoryStorage, network } from '../../support/kit.ts'

it('is forgotten by the kit when it leaves the page, once, with its listeners', () => {
  const kit = createWalletKit({ config: { networks: [network(1)] } }, { storage: memoryStorage() })
  const { teardown } = kitOf(kit)
  const before = [...teardown]
  const [first, second] = [new EventTarget(), new EventTarget()].map((each) => attend(each as HTMLElement, kit))
  expect(teardown).toHaveLength(before.length + 2)
  first?.()
  first?.()
  expect(teardown).toEqual([...before, second])
  second?.()
  expect(teardown).toEqual(before)
})
