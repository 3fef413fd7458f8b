/** The passkey wallet in a browser with a virtual authenticator: real keys, real contracts, a real bundler. */
import { type Hex, parseEther } from 'viem'
import { expect, it } from 'vitest'
import { addPasskeyData } from '../../plugins/passkey/account.ts'
import { viemClients } from '../sandbox/smartAccounts/clients.ts'
import { useFlow } from '../support/flow.ts'
import { type Passkeyed, passkeyVisits, RECEIVER } from '../support/passkeyVisits.ts'

const flow = useFlow()
const { visit, authenticator, create, confirm, fund, balanceOf, request } = passkeyVisits(flow)

it('creates a wallet with one gesture, sends from it after our own review, and resumes it without a gesture', async () => {
  const visited = await visit()
  const address = await create(visited)
  expect(await visited.device.uses()).toEqual([1])
  await fund(address)
  const before = await balanceOf(RECEIVER)
  await visited.open()
  await visited.button('Send').waitFor()
  const sending = request(visited, 'eth_sendTransaction', [{ from: address, to: RECEIVER, value: '0x5' }])
  await visited.button('Confirm with passkey').waitFor()
  const shown = await visited.modal.innerText()
  for (const text of [
    new URL(visited.page.url()).host,
    flow.sandbox().chains[0]?.name ?? '?',
    '0.000000000000000005 ETH',
  ])
    expect(shown).toContain(text)
  await expect.poll(() => visited.modal.innerText()).toMatch(/at most\s+0\.\d+ ETH/)
  await confirm(visited)
  const answer = await sending
  expect(answer).toMatchObject({ result: expect.stringMatching(/^0x[0-9a-f]{64}$/) as string })
  expect(await balanceOf(RECEIVER)).toBe(before + 5n)
  expect(await balanceOf(address)).toBeLessThan(parseEther('1') - 5n)

  const uses = await visited.device.uses()
  await visited.page.reload()
  await visited.status('connected')
  expect(await visited.page.evaluate(() => kit.getAddress('eip155'))).toBe(address)
  expect(await visited.device.uses()).toEqual(uses)

  // The site's own node says that the payment is in a block, so the next review warns of none.
  const next = request(visited, 'eth_sendTransaction', [{ from: address, to: RECEIVER, value: '0x5' }])
  await visited.modal.locator('button:enabled', { hasText: 'Confirm with passkey' }).waitFor()
  expect(await visited.modal.innerText()).not.toContain('earlier')
  await visited.button('Cancel').click()
  expect(await next).toMatchObject({ code: 4001 })
})

it('offers the first money of a new wallet in Send, also if it arrives while its owner waits there', async () => {
  const visited = await visit()
  const address = await create(visited)
  await visited.open()
  await visited.button('Send').click()
  await visited.button('Choose a token').click()
  await visited.modal.getByText('No tokens').waitFor()
  await fund(address)
  // The list is read every ten seconds, without showing that it loads.
  await visited.button(/^Ether/).waitFor({ timeout: 20_000 })
})

/** The device keeps the passkey; the browser forgets what the site stored. */
async function forget({ page, status }: Passkeyed) {
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await status('disconnected')
}

it('finds the account of a passkey again: with two gestures before its first payment, with one after it', async () => {
  const visited = await visit()
  const address = await create(visited)
  const find = async () => {
    await visited.open()
    await visited.button('Passkey').click()
    await visited.button('Use my passkey').click()
  }
  const gestures = async (run: () => Promise<void>) => {
    const [before = 0] = await visited.device.uses()
    await run()
    await visited.status('connected')
    const [after = 0] = await visited.device.uses()
    expect(await visited.page.evaluate(() => kit.getAddress('eip155'))).toBe(address)
    return after - before
  }
  await forget(visited)
  const two = await gestures(async () => {
    await find()
    await visited.button('Confirm once more').click()
  })
  await fund(address)
  const sending = request(visited, 'eth_sendTransaction', [{ from: address, to: RECEIVER, value: '0x1' }])
  await confirm(visited)
  expect(await sending).toMatchObject({ result: expect.stringMatching(/^0x/) as string })
  await forget(visited)
  expect([two, await gestures(find)]).toEqual([2, 1])
})

it('signs messages and typed data that any verifier accepts, before the account exists and after', async () => {
  const visited = await visit()
  const address = await create(visited)
  await fund(address)
  const { reader } = viemClients(flow.sandbox())
  const message = 'Hello from a passkey'
  const typed = {
    domain: { name: 'Shop', version: '1', chainId: 31337 },
    types: { Order: [{ name: 'item', type: 'string' }] },
    primaryType: 'Order',
    message: { item: 'Apples' },
  } as const
  const full = {
    ...typed,
    types: {
      ...typed.types,
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
      ],
    },
  }
  const signed = async (method: string, params: unknown[], text: string) => {
    const signing = request(visited, method, params)
    await visited.button('Confirm with passkey').waitFor()
    expect(await visited.modal.innerText()).toContain(text)
    await confirm(visited)
    return ((await signing) as { result: Hex }).result
  }
  const data = `0x${Buffer.from(message).toString('hex')}`
  for (const isNew of [true, false]) {
    const signature = await signed('personal_sign', [data, address], message)
    expect(signature.endsWith('6492'.repeat(16))).toBe(isNew)
    expect(await reader.verifyMessage({ address, message, signature })).toBe(true)
    expect(await reader.verifyMessage({ address, message: 'Another', signature })).toBe(false)
    const order = await signed('eth_signTypedData_v4', [address, JSON.stringify(full)], 'Apples')
    expect(await reader.verifyTypedData({ address, ...typed, signature: order })).toBe(true)
    if (!isNew) break
    const sending = request(visited, 'eth_sendTransaction', [{ from: address, to: RECEIVER, value: '0x1' }])
    await confirm(visited)
    await sending
  }
  const elsewhere = { ...full, domain: { ...full.domain, chainId: 1 } }
  expect(await request(visited, 'eth_signTypedData_v4', [address, JSON.stringify(elsewhere)])).toMatchObject({
    code: -32602,
  })
  expect(await request(visited, 'personal_sign', [data, RECEIVER])).toMatchObject({ code: 4100 })
})

it('sends nothing when the visitor cancels the review, closes it, or fails the check of the device', async () => {
  const visited = await visit()
  const address = await create(visited)
  await fund(address)
  const ask = () => request(visited, 'eth_sendTransaction', [{ from: address, to: RECEIVER, value: '0x5' }])
  const before = await balanceOf(RECEIVER)
  const uses = await visited.device.uses()
  const ways = [
    () => visited.button('Cancel').click(),
    () => visited.page.keyboard.press('Escape'),
    async () => {
      await visited.device.setVerified(false)
      await confirm(visited)
    },
  ]
  for (const way of ways) {
    const asked = ask()
    await visited.button('Confirm with passkey').waitFor()
    await way()
    expect(await asked).toMatchObject({ code: 4001 })
    await visited.modal.waitFor({ state: 'hidden' })
  }
  expect([await balanceOf(RECEIVER), await visited.device.uses()]).toEqual([before, uses])
})

it('lets no page make itself an owner of the account', async () => {
  const visited = await visit()
  const address = await create(visited)
  await fund(address)
  const key = { x: `0x${'01'.repeat(32)}`, y: `0x${'02'.repeat(32)}`, rpIdHash: `0x${'03'.repeat(32)}` } as const
  const call = { to: address, data: addPasskeyData(key) }
  const refused = { code: 4100, message: expect.stringMatching(/changes the passkeys/) as unknown }
  expect(await request(visited, 'eth_sendTransaction', [{ from: address, ...call }])).toMatchObject(refused)
  expect(await request(visited, 'wallet_sendCalls', [{ from: address, calls: [call] }])).toMatchObject(refused)
  expect(await visited.modal.isVisible()).toBe(false)
})

it('says why when the device declines, the page has no domain (and what to do then), or the browser has no passkeys', async () => {
  const visited = await visit()
  await visited.device.setVerified(false)
  await visited.open()
  await visited.button('Passkey').click()
  await visited.button('Create a wallet').click()
  await visited.modal.getByText('Cancelled on your device. Nothing was created or signed.').waitFor()
  await visited.page.evaluate(() => Object.assign(globalThis, { PublicKeyCredential: undefined }))
  await visited.button('Create a wallet').click()
  await visited.modal.getByText('This browser has no passkeys here').waitFor()
  await visited.page.goto(flow.origin)
  await visited.open()
  await visited.button('Passkey').click()
  await visited.button('Create a wallet').click()
  await visited.modal.getByText('Passkeys of this site do not work on this address').waitFor()
  await visited.modal.getByText('Open the site by its name: \u2068localhost\u2069').waitFor()
})

it('where the browser has no passkeys, the Connect screen says so in place of the button, beside the other wallets', async () => {
  const visited = await flow.visit({
    config: { features: { passkey: { bundler: `${flow.sandbox().url}/rpc/{chainId}` } } },
  })
  await visited.page.addInitScript(() => Reflect.deleteProperty(globalThis, 'PublicKeyCredential'))
  await visited.page.goto(flow.origin.replace('127.0.0.1', 'localhost'))
  await visited.open()
  await visited.modal.getByText('This browser has no passkeys here. Use another browser or wallet').waitFor()
  expect(await visited.button('Passkey').count()).toBe(0)
  await visited.button(/Test wallet/).waitFor()
  await visited.page.evaluate(() => kit.open({ view: 'ConnectPasskey' }))
  await visited.modal.getByText('This browser has no passkeys here').waitFor()
  expect(await visited.button(/passkey|Create/i).count()).toBe(0)
  await visited.button('Choose another wallet').click()
  await visited.button(/Test wallet/).waitFor()
})

it('where the config names the domain of the passkeys, says to open the site there', async () => {
  const passkey = { bundler: `${flow.sandbox().url}/rpc/{chainId}`, rpId: 'shop.example' }
  const visited = await visit({ config: { features: { passkey } } })
  await visited.open()
  await visited.button('Passkey').click()
  await visited.button('Create a wallet').click()
  const notice = visited.modal.locator('.banner')
  await notice.waitFor()
  expect(await notice.innerText()).toMatch(/do not work on this address\s+Open the site by its name: .shop\.example.$/)
})

it('a second passkey is added by the first, and its device finds the account and pays from it', async () => {
  const visited = await visit()
  const address = await create(visited)
  await fund(address)
  await visited.open()
  await visited.button('Passkeys').click()
  await visited.button('Add a passkey').click()
  await visited.modal.getByText('This device already has a passkey of this account').waitFor()
  const second = await authenticator(visited, 'usb')
  await visited.button('Add a passkey').click()
  await visited.button('Confirm with passkey').waitFor()
  await visited.modal.getByText('Adds a passkey. It can confirm every payment of this account.').waitFor()
  // Both would answer at once, and the browser takes the refusal of the one that has no such key.
  await second.setPresent(false)
  await confirm(visited)
  await visited.page.getByText('Passkey added').waitFor()
  await second.setPresent(true)
  await visited.device.remove()
  await forget(visited)
  await visited.open()
  await visited.button('Passkey').click()
  await visited.button('Use my passkey').click()
  await visited.status('connected')
  expect(await visited.page.evaluate(() => kit.getAddress('eip155'))).toBe(address)
  const before = await balanceOf(RECEIVER)
  const sending = request(visited, 'eth_sendTransaction', [{ from: address, to: RECEIVER, value: '0x7' }])
  await confirm(visited)
  await sending
  expect(await balanceOf(RECEIVER)).toBe(before + 7n)
  expect((await second.uses()).length).toBe(1)
})

it('after all passkeys are lost, the recovery wallet adds a new one', async () => {
  const visited = await visit({ wallets: [{}] })
  const address = await create(visited)
  await fund(address)
  const wallet = flow.sandbox().accounts[0]?.address ?? ''
  await visited.open()
  await visited.button('Passkeys').click()
  await visited.modal.getByRole('textbox', { name: 'Recovery wallet' }).fill(wallet)
  await visited.button('Save recovery wallet').click()
  await visited.button('Confirm with passkey').waitFor()
  const review = await visited.modal.innerText()
  expect(review).toContain('Whoever controls it controls the account.')
  expect(review.replace(/\s/g, '')).toContain(wallet)
  await confirm(visited)
  await expect.poll(() => visited.modal.innerText()).toContain('Save recovery wallet')
  await expect.poll(async () => (await visited.modal.innerText()).replace(/\s/g, '')).toContain(wallet)
  await visited.device.remove()
  await authenticator(visited)
  await forget(visited)
  await visited.connect()
  await visited.open()
  await visited.button('Passkeys').click()
  await visited.modal.getByRole('textbox', { name: 'Address of the account' }).fill(address)
  await visited.button('Create a passkey and recover').click()
  await expect.poll(() => visited.page.evaluate(() => kit.getAddress('eip155'))).toBe(address)
  const before = await balanceOf(RECEIVER)
  const sending = request(visited, 'eth_sendTransaction', [{ from: address, to: RECEIVER, value: '0x9' }])
  await confirm(visited)
  await sending
  expect(await balanceOf(RECEIVER)).toBe(before + 9n)
})

it('from right to left, an address is typed and read from left to right, each below its label', async () => {
  const visited = await visit({ context: { viewport: { width: 360, height: 740 } } })
  const { modal, page } = visited
  const address = await create(visited)
  await fund(address)
  await visited.open()
  await visited.button('Passkeys').click()
  await page.locator('[data-walletkit]').evaluate((host: HTMLElement) => void (host.dir = 'rtl'))
  const field = modal.getByRole('textbox', { name: 'Recovery wallet' })
  expect(await field.evaluate((input) => getComputedStyle(input).direction)).toBe('ltr')
  // The introduction is as wide as the buttons below it.
  const [words, button] = [modal.locator('.passkey-keys > .text').first(), visited.button('Add a passkey')]
  expect((await words.boundingBox())?.width).toBe((await button.boundingBox())?.width)
  void request(visited, 'eth_sendTransaction', [{ from: address, to: RECEIVER, value: '0x5' }])
  await visited.button('Confirm with passkey').waitFor()
  const rows = await modal.locator('.pairs > div:has(.address)').evaluateAll((all) =>
    all.map((row) => {
      const [label, value] = [...row.children].map((child) => child.getBoundingClientRect())
      const { direction } = getComputedStyle(row.querySelector('.address') ?? row)
      return { direction, isBelow: (value?.top ?? 0) >= (label?.bottom ?? 0) }
    }),
  )
  expect(rows).toEqual(Array(2).fill({ direction: 'ltr', isBelow: true }))
  await visited.button('Cancel').click()
})

it('on a phone, the label of Confirm has the card’s margin at each side, and stays in its place while the device is asked', async () => {
  const visited = await visit({ context: { viewport: { width: 360, height: 740 } } })
  const address = await create(visited)
  await fund(address)
  const asked = request(visited, 'eth_sendTransaction', [{ from: address, to: RECEIVER, value: '0x5' }])
  const button = visited.modal.locator('.actions .button').last()
  const measure = () =>
    button.evaluate((element) => {
      const label = new Range()
      label.selectNodeContents(element)
      const [text, { left, right, top }] = [label.getBoundingClientRect(), element.getBoundingClientRect()]
      return { margin: Math.min(text.left - left, right - text.right), top }
    })
  await visited.modal.locator('button:enabled', { hasText: 'Confirm with passkey' }).waitFor()
  await visited.modal.getByText('Leaves your account').waitFor()
  const before = await measure()
  expect(before.margin).toBeGreaterThanOrEqual(16)
  await visited.device.setPresent(false)
  await confirm(visited)
  await visited.button('Waiting for your device …').waitFor()
  const after = await measure()
  expect(after.margin).toBeGreaterThanOrEqual(16)
  expect(after.top).toBe(before.top)
  await visited.button('Cancel').click()
  expect(await asked).toMatchObject({ code: 4001 })
})

it('is not offered with the feature off', async () => {
  const visited = await flow.visit()
  await visited.open()
  await visited.button(/Test wallet/).waitFor()
  expect(await visited.button('Passkey').count()).toBe(0)
})
