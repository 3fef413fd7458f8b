import { expect } from 'vitest'
import type { Visitor } from '../visitor.ts'
import { closed, enter } from './connect.ts'

/** Checks on a right-to-left page that the modal is mirrored and nothing reaches out of it. */
export async function mirrored(visitor: Visitor): Promise<void> {
  const { press, see, box, ask } = visitor
  await enter(visitor, '?lang=ar')
  await press(/^ربط المحفظة$/)
  expect(await ask('document.documentElement.dir')).toBe('rtl')
  await see(/مثبّتة/)
  const [close, help, wallet] = [
    await box('button', /^إغلاق$/),
    await box('button', /^ما هي المحفظة؟$/),
    await box('button', /^Test wallet/),
  ]
  expect(close.right).toBeLessThan(help.left)
  const picture = await ask<{ left: number; right: number }>(`eyes.boxOf('.row img')`)
  const middle = (wallet.left + wallet.right) / 2
  expect(picture.left).toBeGreaterThan(middle)
  expect(await ask('eyes.overflowing()')).toEqual([])
  await press(/^Test wallet/)
  await closed(visitor)
  await press(/^(0x|noah)/)
  await see(/قطع الاتصال/)
  await see(/الرصيد الإجمالي/)
  // The list has come: one of its names is longer than its line.
  await see(/Claim 5000 USDC at reward\.example/)
  // Poll, because a view slides in from the side.
  await expect.poll(() => ask('eyes.overflowing()')).toEqual([])
}
