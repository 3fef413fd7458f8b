/**
 * Requests to the embedded wallet: the visitor sees and answers them in the frame, and the result is checked on the
 * chain.
 */
import type { Request } from 'playwright-core'
import { encodeFunctionData, erc20Abi, hashTypedData, type Hex, parseAbi, verifyMessage } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { account, asEoa, asks, gone, inHex, request, someone, toast, useEmbedded } from '../support/embeddedPage.ts'
import { useFlow, type Visited } from '../support/flow.ts'
import { approve, frameOf, reject, titled, useLogin } from '../support/login.ts'
import { readRequest } from '../support/readRequest.ts'

declare global {
  /** How often the modal was closed. */
  var closings: number
}

const flow = useFlow()
const { visitLogin, login } = useLogin(flow)
const { signedIn, client } = useEmbedded(flow)
const TO = '0x00000000000000000000000000000000000a11ce'

describe('a message', () => {
  it('is shown in the modal, approved in the frame, and signed by the smart account [S1.embed.10] [S2.view.10] [S6.unsafe.01]', async () => {
    const visit = await signedIn()
    const { address } = await account(visit)
    const message = 'Good morning\nfrom the page'
    const answer = await request<Hex>(visit, 'personal_sign', [inHex(message), address])
    await asks(visit)
    await visit.modal.getByText('Good morning').waitFor()
    await frameOf(visit).getByRole('heading', { name: 'Sign a message' }).waitFor()
    await approve(visit)
    await gone(visit)
    const signature = await answer()
    // The signature is a contract's (ERC-1271), or one of a contract that is not deployed yet (ERC-6492).
    expect(await client().verifyMessage({ address: address as Hex, message, signature })).toBe(true)
    expect(await client().verifyMessage({ address: address as Hex, message: 'Another', signature })).toBe(false)
  })

  it('is signed by the key itself if the site configures that, also with reduced motion', async () => {
    const visit = await signedIn({ ...asEoa, context: { reducedMotion: 'reduce' } })
    const { address } = await account(visit)
    const answer = await request<Hex>(visit, 'personal_sign', [inHex('By a key'), address])
    await asks(visit)
    await approve(visit)
    const signature = await answer()
    expect(await verifyMessage({ address: address as Hex, message: 'By a key', signature })).toBe(true)
  })

  it('is rejected in the frame, by closing the modal, and by going back', async () => {
    const visit = await signedIn()
    const { address } = await account(visit)
    const sign = () => request(visit, 'personal_sign', [inHex('No'), address])
    const first = await sign()
    await asks(visit)
    await reject(visit)
    await expect(first()).rejects.toThrow('User rejected the request.')
    await gone(visit)
    const second = await sign()
    await asks(visit)
    await visit.button('Close').click()
    await expect(second()).rejects.toThrow('Request was aborted (4001)')
    await visit.open()
    const third = await sign()
    await asks(visit)
    await visit.button('Back').click()
    await expect(third()).rejects.toThrow('Request was aborted (4001)')
    await visit.button('Disconnect').waitFor()
  })
})

describe('typed data', () => {
  it('is shown field by field, and signed', async () => {
    const visit = await signedIn()
    const { address } = await account(visit)
    const data = {
      domain: { name: 'Harbor', chainId: 31337, verifyingContract: TO },
      types: {
        Order: [
          { name: 'item', type: 'string' },
          { name: 'count', type: 'uint256' },
        ],
      },
      primaryType: 'Order',
      message: { item: 'A boat', count: '3' },
    } as const
    const answer = await request<Hex>(visit, 'eth_signTypedData_v4', [address, JSON.stringify(data)])
    await asks(visit)
    for (const shown of ['Harbor', 'Order', 'A boat']) await visit.modal.getByText(shown, { exact: true }).waitFor()
    await approve(visit)
    const hash = hashTypedData({ ...data, message: { item: 'A boat', count: 3n } })
    expect(await client().verifyHash({ address: address as Hex, hash, signature: await answer() })).toBe(true)
  })

  it('that allows a spender to take tokens shows a red warning', async () => {
    const visit = await signedIn()
    const { address } = await account(visit)
    const token = flow.sandbox().tokens.find(({ symbol, chainId }) => symbol === 'USDC' && chainId === 31337)?.address
    const permit = (value: string) => ({
      domain: { name: 'USD Coin', chainId: 31337, verifyingContract: token },
      types: {
        Permit: ['owner', 'spender', 'value', 'nonce', 'deadline'].map((name, at) => ({
          name,
          type: at < 2 ? 'address' : 'uint256',
        })),
      },
      primaryType: 'Permit',
      message: { owner: address, spender: TO, value, nonce: '0', deadline: '99999999999' },
    })
    const first = await request(visit, 'eth_signTypedData_v4', [address, permit('2500000')])
    await asks(visit)
    await visit.modal.getByText('2.5 USDC', { exact: true }).waitFor()
    await visit.modal.getByText('It lasts longer than 30 days.').waitFor()
    expect(await visit.modal.getByLabel(TO, { exact: true }).count()).toBe(1)
    await visit.button('Close').click()
    await expect(first()).rejects.toThrow('aborted')
    const second = await request(visit, 'eth_signTypedData_v4', [address, permit(String(2n ** 256n - 1n))])
    await visit.modal.getByText('All of it, without limit').waitFor()
    await visit.modal.locator('.banner[data-tone=error]', { hasText: 'There is no limit' }).waitFor()
    await visit.button('Close').click()
    await expect(second()).rejects.toThrow('aborted')
  })
})

describe('a transaction', () => {
  it('transfers what the modal showed, to the address that it showed [S1.embed.11]', async () => {
    const visit = await signedIn()
    const { address } = await account(visit)
    const to = privateKeyToAddress(generatePrivateKey())
    const answer = await request<Hex>(visit, 'eth_sendTransaction', [{ from: address, to, value: '0x38d7ea4c68000' }])
    await asks(visit)
    await visit.modal.getByText('0.001 ETH', { exact: true }).waitFor()
    await visit.modal.getByLabel(to.toLowerCase(), { exact: false }).waitFor()
    await approve(visit)
    const hash = await answer()
    expect(hash).toMatch(/^0x[0-9a-f]{64}$/)
    expect((await client().waitForTransactionReceipt({ hash })).status).toBe('success')
    expect(await client().getBalance({ address: to })).toBe(1_000_000_000_000_000n)
    await gone(visit)
  })

  it('is sent by the send panel, and the panel continues after it', async () => {
    const visit = await visitLogin({ config: { features: { email: {}, send: {} } } })
    await login(visit, someone())
    const to = privateKeyToAddress(generatePrivateKey())
    await visit.open()
    await visit.button('Send').click()
    await visit.button('Choose a token').click()
    await titled(visit, 'Select Token')
    await visit.modal
      .getByRole('button')
      .filter({ has: visit.page.getByText('Ether', { exact: true }) })
      .click()
    await visit.modal.getByRole('textbox', { name: 'Amount' }).fill('0.01')
    await visit.modal.getByRole('textbox', { name: 'Recipient' }).fill(to)
    await visit.button('Preview Send').click()
    await titled(visit, 'Review send')
    const confirm = visit.button(/^Send [\d,.]+ \w+$/)
    await expect
      .poll(async () => {
        await confirm.click({ timeout: 300 }).catch(() => undefined)
        return visit.title.innerText()
      })
      .toBe('Approve Transaction')
    await visit.modal.getByText('0.01 ETH', { exact: true }).waitFor()
    await approve(visit)
    await expect.poll(() => client().getBalance({ address: to })).toBe(10_000_000_000_000_000n)
    await expect.poll(() => visit.title.innerText().catch(() => '')).not.toBe('Approve Transaction')
  })
})

describe('an approval', () => {
  it('whose spender is a plain account gets a red warning once the chain reports that, without delaying the buttons', async () => {
    const visit = await signedIn()
    const { address } = await account(visit)
    const usdc = flow.sandbox().tokens.find(({ symbol, chainId }) => symbol === 'USDC' && chainId === 31337)
    const token = usdc?.address ?? '0x'
    const allow = (spender: Hex) => {
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, 2_500_000n] })
      return request(visit, 'eth_sendTransaction', [{ from: address, to: token, data }])
    }
    const banner = visit.modal.locator('.banner[data-tone=error]', { hasText: 'This spender is a person’s account' })
    const asksForCode = (asked: Request) => asked.postData()?.includes('eth_getCode') === true
    let answer: () => void = () => undefined
    const held = new Promise<void>((resolve) => (answer = resolve))
    await visit.page.route(
      () => true,
      async (route) => {
        if (asksForCode(route.request())) await held
        await route.continue()
      },
    )
    const asked = visit.page.waitForRequest(asksForCode)
    const first = await allow(TO)
    await asks(visit)
    await asked
    await readRequest(frameOf(visit))
    // The buttons are enabled already, because they do not wait for the chain.
    await frameOf(visit).locator('button.key:enabled').waitFor()
    expect(await banner.count()).toBe(0)
    answer()
    await banner.waitFor()
    await visit.modal.locator('.approve-bad').getByLabel(TO, { exact: true }).waitFor()
    await visit.button('Close').click()
    await expect(first()).rejects.toThrow('aborted')
    const answered = visit.page.waitForResponse((response) => asksForCode(response.request()))
    const second = await allow(token)
    await asks(visit)
    await (await answered).finished()
    await visit.modal.getByText('2.5 USDC', { exact: true }).waitFor()
    expect(await banner.count()).toBe(0)
    await visit.button('Close').click()
    await expect(second()).rejects.toThrow('aborted')
  })
})

describe('a batch', () => {
  it('shows the number of calls and each call, and is mined in one user operation', async () => {
    const visit = await signedIn()
    const { address } = await account(visit)
    const [a, b] = [privateKeyToAddress(generatePrivateKey()), privateKeyToAddress(generatePrivateKey())]
    const calls = [
      { to: a, value: '0x1' },
      { to: b, value: '0x2' },
    ]
    const batch = { version: '2.0.0', chainId: '0x7a69', from: address, atomicRequired: true, calls }
    const answer = await request<{ id: string }>(visit, 'wallet_sendCalls', [batch])
    await asks(visit)
    await visit.modal.getByText('Make 2 calls').waitFor()
    await visit.modal.getByText('2 of 2').waitFor()
    await approve(visit)
    const { id } = await answer()
    const status = await request<{ status: number; atomic: boolean; receipts: { transactionHash: Hex }[] }>(
      visit,
      'wallet_getCallsStatus',
      [id],
    )
    const { receipts, ...rest } = await status()
    expect(rest).toMatchObject({ status: 200, atomic: true })
    expect(receipts).toHaveLength(1)
    const handled = parseAbi([
      'event UserOperationEvent(bytes32 indexed userOpHash, address indexed sender, address indexed paymaster, uint256 nonce, bool success, uint256 actualGasCost, uint256 actualGasUsed)',
    ])
    const mined = await client().getTransactionReceipt({ hash: receipts[0]?.transactionHash ?? '0x' })
    const operations = await client().getLogs({ event: handled[0], blockHash: mined.blockHash })
    expect(operations.map(({ args }) => [args.sender, args.success])).toEqual([[address, true]])
    expect([await client().getBalance({ address: a }), await client().getBalance({ address: b })]).toEqual([1n, 2n])
  })

  it('is supported by the smart account, which also lists its assets', async () => {
    const visit = await signedIn()
    const { address } = await account(visit)
    const capabilities = await request(visit, 'wallet_getCapabilities', [address])
    expect(await capabilities()).toMatchObject({ '0x7a69': { atomic: { status: 'supported' } } })
    const assets = await request<Record<string, { type: string; balance: Hex }[]>>(visit, 'wallet_getAssets', [
      { account: address },
    ])
    expect((await assets())['0x7a69']?.find(({ type }) => type === 'native')?.balance).toBe('0xde0b6b3a7640000')
    expect(await visit.modal.count()).toBe(0)
  })
})

describe('a permission', () => {
  it('shows its limits, is granted, and is revoked', async () => {
    const visit = await signedIn()
    const { address } = await account(visit)
    const key = privateKeyToAddress(generatePrivateKey())
    const grant = {
      chainId: '0x7a69',
      address,
      expiry: Math.floor(Date.now() / 1000) + 3600,
      signer: { type: 'account', data: { id: key } },
      permissions: [{ type: 'contract-call', data: { address: TO, valueLimit: '0x2386f26fc10000' } }],
    }
    const granting = await request<{ permissionsContext: Hex }>(visit, 'wallet_grantPermissions', [grant])
    await asks(visit)
    await visit.modal.getByText('Let a key act for you').waitFor()
    await visit.modal.getByText('0.01 ETH', { exact: true }).waitFor()
    await visit.modal.getByText('nothing asks you any more').waitFor()
    await approve(visit)
    const { permissionsContext } = await granting()
    await gone(visit)
    const revoking = await request(visit, 'wallet_revokePermissions', [{ permissionsContext }])
    await asks(visit)
    await visit.modal.getByText('Take back a permission').waitFor()
    await approve(visit)
    await revoking()
    await gone(visit)
  })
})

describe('a read', () => {
  it('is answered without the approval view [S6.safe.01]', async () => {
    const visit = await signedIn()
    const { address } = await account(visit)
    const balance = await request<Hex>(visit, 'eth_getBalance', [address, 'latest'])
    expect(BigInt(await balance())).toBe(10n ** 18n)
    expect(await visit.modal.count()).toBe(0)
    expect(await visit.page.evaluate(() => events.some(({ event }) => event === 'MODAL_OPEN'))).toBe(true)
  })
})

describe('a method that is not allowed', () => {
  it('is rejected, and the modal opens with the reason [S6.reject.02] [S4.other.02]', async () => {
    const visit = await signedIn()
    expect(await visit.modal.count()).toBe(0)
    const answer = await request(visit, 'foo_bar', [])
    await expect(answer()).rejects.toThrow('Requested RPC call is not allowed')
    await visit.modal.waitFor()
    await toast(visit, 'Action not allowed')
  })
})

describe('a method that is not allowed, while another request is pending', () => {
  const refused = async (visit: Visited, first: () => Promise<unknown>) => {
    // The modal must not close in between.
    await visit.page.evaluate(() => {
      globalThis.closings = 0
      kit.subscribeState(({ open }) => void (open || globalThis.closings++))
    })
    const second = await request(visit, 'foo_bar', [])
    await expect(second()).rejects.toThrow('Requested RPC call is not allowed')
    await expect(first()).rejects.toThrow('aborted')
    await toast(visit, 'Action not allowed')
    expect(await visit.page.evaluate(() => globalThis.closings)).toBe(0)
  }

  it('ends the pending request, and the modal stays open with the reason', async () => {
    const visit = await signedIn(asEoa)
    const { address } = await account(visit)
    const first = await request<Hex>(visit, 'personal_sign', [inHex('Waiting'), address])
    await visit.modal.getByText('Waiting').waitFor()
    await refused(visit, first)
    await visit.button('Disconnect').waitFor()
  })

  it('leaves the visitor in the previous view', async () => {
    const visit = await signedIn(asEoa)
    const { address } = await account(visit)
    await visit.page.evaluate(() => kit.open({ view: 'Networks' }))
    await visit.button('Sandbox Two').waitFor()
    const first = await request<Hex>(visit, 'personal_sign', [inHex('Waiting'), address])
    await visit.modal.getByText('Waiting').waitFor()
    await refused(visit, first)
    await visit.button('Sandbox Two').waitFor()
  })
})

describe('two requests', () => {
  it('are shown one after the other', async () => {
    const visit = await signedIn(asEoa)
    const { address } = await account(visit)
    const first = await request<Hex>(visit, 'personal_sign', [inHex('The first'), address])
    const second = await request<Hex>(visit, 'personal_sign', [inHex('The second'), address])
    await visit.modal.getByText('The first').waitFor()
    expect(await visit.modal.getByText('The second').count()).toBe(0)
    await approve(visit)
    await visit.modal.getByText('The second').waitFor()
    expect(await verifyMessage({ address: address as Hex, message: 'The first', signature: await first() })).toBe(true)
    await frameOf(visit).getByText('The second').waitFor()
    await reject(visit)
    await expect(second()).rejects.toThrow('User rejected')
    await gone(visit)
  })
})
