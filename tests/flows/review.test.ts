/** Before a third-party plugin's request reaches the wallet, the host shows a review that names the plugin. */
import { describe, expect, it } from 'vitest'
import { pressSettled } from '../../cli/repo/pressSettled.ts'
import { SUDDEN_TIME } from '../../runtime/ui/useSettled.ts'
import { useFlow, type Visited } from '../support/flow.ts'

const flow = useFlow()

type Asked = { state: 'open' | 'done' | 'failed'; answer?: unknown; code?: unknown; message?: string }
declare global {
  var asked: Asked
}

const TO: string = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** Opens the probe's own view, with the wallet connected. */
const onProbe = async (probe: true | 'guest' = 'guest', config = {}) => {
  const visit = await flow.visit({ probe, config })
  await visit.connect()
  await visit.page.evaluate(() => kit.open({ view: 'Probe' }))
  await visit.modal.getByText('The probe is here').waitFor()
  return visit
}
/** Makes the third-party plugin send a request, and stores the outcome on the window. */
const send = ({ page }: Visited, extra: { data?: `0x${string}`; gas?: number } = {}) =>
  page.evaluate(
    ([to, { data, gas }]) => {
      const asked: Asked = (globalThis.asked = { state: 'open' })
      const cost = gas === undefined ? {} : { gas: BigInt(gas), gasPrice: 2_000_000_000n }
      const transaction = { to, value: 10_000_000_000_000_001n, ...(data ? { data } : {}), ...cost }
      probe.chain.sendTransaction(transaction).then(
        (answer) => Object.assign(asked, { state: 'done', answer }),
        ({ code, message }: Asked) => Object.assign(asked, { state: 'failed', code, message }),
      )
      // Change the request too late: the review has already read it.
      transaction.to = '0x000000000000000000000000000000000000dEaD'
    },
    [TO, extra] as const,
  )
const sign = ({ page }: Visited, text: string) =>
  page.evaluate((message) => {
    const asked: Asked = (globalThis.asked = { state: 'open' })
    probe.chain.signMessage(message).then(
      (answer) => Object.assign(asked, { state: 'done', answer }),
      ({ code, message }: Asked) => Object.assign(asked, { state: 'failed', code, message }),
    )
  }, text)
const asked = ({ page }: Visited) => page.evaluate(() => globalThis.asked)
const outcome = async (visit: Visited) => {
  await visit.page.waitForFunction(() => globalThis.asked.state !== 'open')
  return asked(visit)
}
const sheet = async ({ title, button }: Visited) => {
  await title.filter({ hasText: 'Review request' }).waitFor()
  await button('Confirm').waitFor()
}
const rest = ({ page }: Visited) => page.waitForTimeout(700)
const REJECTED = { state: 'failed', code: 4001, message: 'User rejected the request' }

it('shows the plugin, the network, the recipient and the exact amount; then asks the wallet for just that', async () => {
  const visit = await onProbe()
  await send(visit, { data: '0xa9059cbb00', gas: 60_000 })
  await sheet(visit)
  const text = await visit.modal.innerText()
  expect(text).toMatch(/The plugin \u2068probe\u2069 asks for a transaction/)
  expect(text).toContain('0.010000000000000001 ETH')
  expect(text).toMatch(/Network\s+Sandbox One/)
  expect(text).toMatch(/Network cost, at most\s+0\.00012 ETH/)
  expect(text).toContain('It also calls a contract, with 5 bytes of data')
  await visit.modal.getByLabel(TO, { exact: true }).waitFor()
  expect((await visit.modal.locator('.address').innerText()).replace(/\s/g, '')).toBe(TO)
  expect(await visit.asked('eth_sendTransaction')).toEqual([])

  await visit.wallet('set', { answer: 'hold' })
  await pressSettled(visit.button('Confirm'))
  await visit.modal.getByText('The probe is here').waitFor()
  expect(await visit.page.evaluate(() => kit.isOpen())).toBe(true)
  await expect
    .poll(() => visit.asked('eth_sendTransaction'))
    .toMatchObject([{ params: [{ to: TO, value: '0x2386f26fc10001', data: '0xa9059cbb00' }] }])
  await visit.wallet('settle', 'reject')
  expect(await outcome(visit)).toMatchObject({ state: 'failed', code: 4001 })
})

it('shows the whole text with its invisible characters, and passes it to the wallet unchanged', async () => {
  const visit = await onProbe()
  const text = `Log in to site.example\nPay \u202e001 ETH\u0000\n${'line\n'.repeat(200)}the end`
  await sign(visit, text)
  await sheet(visit)
  const box = visit.modal.getByRole('region', { name: 'Message' })
  const shown = await box.innerText()
  expect(shown).toContain('Pay U+202E001 ETHU+0000\nline')
  expect(shown).toContain('the end')
  expect(await box.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(true)
  await visit.modal.getByText('asks for your signature').waitFor()
  await pressSettled(visit.button('Confirm'))
  expect(await outcome(visit)).toMatchObject({
    state: 'done',
    answer: expect.stringMatching(/^0x[0-9a-f]{130}$/) as unknown,
  })
  const [request] = await visit.asked('personal_sign')
  const hex = (request?.params as string[])[0] ?? ''
  expect(Buffer.from(hex.slice(2), 'hex').toString()).toBe(text)
})

describe('confirm', () => {
  it('ignores synthetic events, and presses within 500 ms', async () => {
    const visit = await onProbe()
    await send(visit)
    await sheet(visit)
    const click = () =>
      visit.button('Confirm').evaluate((element) => {
        ;(element as HTMLElement).click()
        element.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }))
      })
    await visit.button('Confirm').click()
    await click()
    await rest(visit)
    await click()
    expect(await asked(visit)).toEqual({ state: 'open' })
    expect(await visit.asked('eth_sendTransaction')).toEqual([])
    await visit.button('Confirm').click()
    expect(await outcome(visit)).toMatchObject({ state: 'done' })
  })

  it('takes no press for three seconds where its plugin put another request in the place of one', async () => {
    const visit = await onProbe()
    await sign(visit, 'the one that the visitor reads')
    await sheet(visit)
    await rest(visit)
    const place = () => visit.button('Confirm').boundingBox()
    const box = await place()
    const press = () => visit.page.mouse.click((box?.x ?? 0) + 20, (box?.y ?? 0) + 10)
    await visit.page.evaluate(() => probe.back())
    expect(await outcome(visit)).toMatchObject(REJECTED)
    await sign(visit, 'another one')
    await sheet(visit)
    for (const end = Date.now() + 2_000; Date.now() < end; await visit.page.waitForTimeout(100)) await press()
    expect(await visit.asked('personal_sign')).toEqual([])
    expect(await place()).toEqual(box)
    await pressSettled(visit.button('Confirm'), SUDDEN_TIME)
    await expect.poll(() => visit.asked('personal_sign')).toHaveLength(1)
  })

  it('waits again for a request that follows at once: a second click does not confirm it', async () => {
    const visit = await onProbe()
    await visit.page.evaluate(() => {
      globalThis.asked = { state: 'open' }
      void probe.chain.signMessage('one').then(() => undefined)
      // Send the next request at the moment the review closes.
      const next = () =>
        probe.chain.signMessage('two').then(
          (answer) => Object.assign(globalThis.asked, { state: 'done', answer }),
          ({ code }: { code: number }) => {
            if (code === -32002) queueMicrotask(() => void next())
            else Object.assign(globalThis.asked, { state: 'failed', code })
          },
        )
      const root = document.querySelector('[data-walletkit]')?.shadowRoot
      root?.addEventListener('click', () => void next(), { once: true })
    })
    await sheet(visit)
    await rest(visit)
    await visit.button('Confirm').dblclick()
    await visit.modal.getByRole('region', { name: 'Message' }).getByText('two').waitFor()
    expect(await asked(visit)).toEqual({ state: 'open' })
    expect(await visit.asked('personal_sign')).toHaveLength(1)
    await visit.button('Cancel').click()
    expect(await outcome(visit)).toMatchObject({ state: 'failed', code: 4001 })
  })
})

describe('is rejected like a rejection in the wallet when visitors', () => {
  const WAYS: Record<string, (visit: Visited) => Promise<unknown>> = {
    'cancel it': ({ button }) => button('Cancel').click(),
    'go back': ({ button }) => button('Back').click(),
    'close the modal': ({ button }) => button('Close').click(),
    'press Escape': ({ page }) => page.keyboard.press('Escape'),
  }
  it.each(Object.entries(WAYS))('%s', async (name, leave) => {
    const visit = await onProbe()
    await send(visit)
    await sheet(visit)
    await leave(visit)
    expect(await outcome(visit)).toEqual(REJECTED)
    const stays = name === 'cancel it' || name === 'go back'
    expect(await visit.page.evaluate(() => kit.isOpen())).toBe(stays)
    if (stays) await visit.modal.getByText('The probe is here').waitFor()
    expect(await visit.asked('eth_sendTransaction')).toEqual([])
    expect(await visit.page.locator('[data-walletkit] .toast').count()).toBe(0)
    expect(await visit.page.evaluate(() => errors)).toEqual([])
    await visit.page.evaluate(() => kit.open({ view: 'Networks' }))
    await visit.button('Sandbox Two').waitFor()
  })

  it('or the site navigate away, or when the kit is destroyed', async () => {
    const visit = await onProbe()
    await send(visit)
    await sheet(visit)
    await visit.page.evaluate(() => kit.open({ view: 'Networks' }))
    expect(await outcome(visit)).toEqual(REJECTED)
    await send(visit)
    await sheet(visit)
    await visit.page.evaluate(() => kit.destroy())
    expect(await outcome(visit)).toEqual(REJECTED)
  })
})

it('opens the modal for the review, and closes it again', async () => {
  const visit = await onProbe()
  await visit.button('Close').click()
  await visit.modal.waitFor({ state: 'hidden' })
  await sign(visit, 'hello')
  await sheet(visit)
  await pressSettled(visit.button('Confirm'))
  await visit.modal.waitFor({ state: 'hidden' })
  expect(await outcome(visit)).toMatchObject({ state: 'done' })
})

it('does not send when the account or the network has changed meanwhile', async () => {
  const visit = await onProbe()
  await send(visit)
  await sheet(visit)
  await visit.wallet('changeChain', flow.sandbox().chains[1]?.id ?? 0)
  await visit.page.waitForFunction(() => kit.getCaipNetwork()?.name === 'Sandbox Two')
  await pressSettled(visit.button('Confirm'))
  const message = 'The account or the network changed during the review'
  expect(await outcome(visit)).toMatchObject({ state: 'failed', message })
  expect(await visit.asked('eth_sendTransaction')).toEqual([])
})

it('shows no review for an official plugin, which has its own', async () => {
  const visit = await onProbe(true)
  await sign(visit, 'hello')
  expect(await outcome(visit)).toMatchObject({ state: 'done' })
  expect(await visit.title.innerText()).toBe('Probe')
})

it('has nothing to show without a request', async () => {
  const visit = await onProbe()
  await visit.page.evaluate(() => kit.open({ view: 'PluginReview' }))
  await visit.modal.getByText('Nothing to review').waitFor()
})
