/**
 * The passkey wallet: connecting, the review of its requests, and its keys. A virtual authenticator answers instead of
 * a device.
 */
import { addAuthenticator } from '../../../cli/repo/authenticator.ts'
import { SANDBOX_OPTIONS } from '../../../schema/services.ts'
import { chainClients } from '../../sandbox/chain.ts'
import { giveItem } from '../../support/collection.ts'
import type { Setup } from '../page/main.ts'
import type { Catalogue, Fixture } from '../states.ts'
import type { Visit } from '../visit.ts'

const passkey = { bundler: '$SANDBOX/rpc/{chainId}' }
const setup: Partial<Setup> = { config: { features: { passkey, send: {}, receive: {}, allWallets: 'SHOW' } } }
const FEES = ['USDC', 'DAI']
/** A site whose paymaster takes these tokens for fees, and pays nothing itself. */
const takesTokens: Partial<Setup> = {
  config: {
    services: {
      ...{ api: '$SANDBOX', rpc: '$SANDBOX', wallets: '$SANDBOX', images: '$SANDBOX' },
      paymaster: '$SANDBOX/paymaster/{chainId}/tokens',
    },
    features: {
      passkey: { ...passkey, feeTokens: SANDBOX_OPTIONS['passkey']?.['feeTokens'] },
      send: {},
      receive: {},
      allWallets: 'SHOW',
    },
  },
}
const RECEIVER = '0x00000000000000000000000000000000000A11ce'

/** Public keys (SPKI, P-256), of two private keys that everybody knows: 01 and 02, 32 times each. */
const PUBLIC_KEYS = [
  '6ff03b949241ce1dadd43519e6960e0a85b41a69a05c328103aa2bce1594ca163c4f753a55bf01dc53f6c0b0c7eee78b40c6ff7d25a96e2282b989cef71c144a',
  '550f471003f3df97c3df506ac797f6721fb1a1fb7b8f6f83d224498a65c88e24136093d7012e509a73715cbd0b00a3cc0ff4b5c01b3ffa196ab1fb327036b8e6',
].map((point) => `3059301306072a8648ce3d020106082a8648ce3d03010703420004${point}`)
/**
 * A script that gives the page's passkeys fixed ids and public keys, on which the account's address depends: the virtual
 * device would draw others in each run. No state of a review signs with them.
 */
const FIXED_PASSKEYS = `(() => {
  const bytes = (text) => Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16))
  const keys = ${JSON.stringify(PUBLIC_KEYS)}.map(bytes)
  const create = navigator.credentials?.create.bind(navigator.credentials)
  if (create) navigator.credentials.create = async (options) => {
    const credential = await create(options)
    const key = keys.shift()
    if (!key) return credential
    Object.defineProperty(credential, 'rawId', { value: key.slice(-32).buffer })
    Object.defineProperty(credential.response, 'getPublicKey', { value: () => key.buffer })
    return credential
  }
})()`

type Device = { verifies?: boolean; answers?: boolean }

/** Opens the page at another host: browsers allow passkeys for a name, but not for an IP address. */
async function begin({ page }: Visit, { verifies = true, answers = true }: Device = {}, host = 'localhost') {
  await page.addInitScript(FIXED_PASSKEYS)
  await page.goto(page.url().replace('127.0.0.1', host))
  await page.waitForFunction(() => 'kit' in globalThis)
  await addAuthenticator(page, { verifies, answers })
  await page.getByRole('button', { name: 'Open' }).click()
}
const create = async (visit: Visit) => {
  await visit.open('ConnectPasskey')
  await visit.button('Create a wallet').click()
}
const connected = async (visit: Visit) => {
  await begin(visit)
  await create(visit)
  await visit.page.waitForFunction(() => kit.getAccount().status === 'connected')
  const params = [await visit.page.evaluate(() => kit.getAddress('eip155')), '0xde0b6b3a7640000']
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_setBalance', params })
  await fetch(visit.sandbox.chains[0]?.rpcUrl ?? '', { method: 'POST', body })
}
const ask = ({ page }: Visit, method: string, params: unknown[]) =>
  page.evaluate(
    ([name, given]: [string, unknown[]]) => {
      const from = kit.getAddress('eip155')
      const own = given.map((each) => (each === '$OWN' ? from : each))
      void kit
        .getProvider('eip155')
        ?.request({ method: name, params: own })
        .catch(() => undefined)
    },
    [method, params] as [string, unknown[]],
  )
/** Makes the bundler name 50 gwei as the usual tip. */
const dear = ({ page }: Visit) =>
  page.route('**/rpc/*', async (route) => {
    const asked = route.request().postData() ?? ''
    if (!asked.includes('eth_maxPriorityFeePerGas')) return route.fallback()
    const { id } = JSON.parse(asked) as { id: number }
    return route.fulfill({ json: { jsonrpc: '2.0', id, result: '0xba43b7400' } })
  })
const send = (visit: Visit) => ask(visit, 'eth_sendTransaction', [{ to: RECEIVER, value: '0x2386f26fc10000' }])
const on = (reach: Fixture['reach']): Fixture => ({ setup, reach })

export const passkeyViews: Catalogue = {
  ConnectPasskey: {
    loading: 'config',
    ready: on(async (visit) => {
      await begin(visit)
      await visit.open('ConnectPasskey')
      await visit.shows('A wallet on your device')
    }),
    empty: 'config',
    error: on(async (visit) => {
      await begin(visit, { verifies: false })
      await create(visit)
      await visit.shows(/^Cancelled on your device/)
    }),
    offline: 'wallet',
    unsupported: on(async (visit) => {
      await begin(visit, {}, '127.0.0.1')
      await create(visit)
      await visit.modal.locator('.banner').waitFor()
    }),
    progress: on(async (visit) => {
      await begin(visit, { answers: false })
      await create(visit)
      await visit.shows('Waiting for your device …')
    }),
    done: 'moves',
  },
  PasskeyReview: {
    loading: on(async (visit) => {
      await connected(visit)
      visit.fault({ path: '/rpc', rpc: 'eth_estimateUserOperationGas', kind: 'hang' })
      await send(visit)
      await visit.shows('Calculating …')
    }),
    ready: on(async (visit) => {
      await connected(visit)
      await send(visit)
      await visit.modal.locator('button:enabled', { hasText: 'Confirm with passkey' }).waitFor()
    }),
    empty: on(async (visit) => {
      await begin(visit)
      await visit.open('PasskeyReview')
      await visit.shows('Nothing to confirm')
    }),
    error: 'moves',
    offline: 'moves',
    unsupported: 'moves',
    progress: 'moves',
    done: 'moves',
    more: {
      'ready.message': on(async (visit) => {
        await connected(visit)
        await ask(visit, 'personal_sign', ['0x476f6f64206d6f726e696e672066726f6d20746869732073697465', '$OWN'])
        await visit.shows('Good morning from this site')
      }),
      // A number that is the one of a collectible, and a fee far above the usual one.
      'ready.item': on(async (visit) => {
        await connected(visit)
        await dear(visit)
        const data = `0x095ea7b3${'9'.repeat(40).padStart(64, '0')}${'3'.padStart(64, '0')}`
        const own = await visit.page.evaluate(() => kit.getAddress('eip155') as `0x${string}`)
        await ask(visit, 'eth_sendTransaction', [{ to: await giveItem(visit.sandbox, own), data }])
        await visit.shows('that of one of them')
        await visit.shows('The fee is far higher than usual')
      }),
      'ready.root': on(async (visit) => {
        await connected(visit)
        const types = { Root: [{ name: 'root', type: 'bytes32' }] }
        const data = { domain: { name: 'Fur', chainId: 31337 }, types, primaryType: 'Root' }
        const message = { root: `0x${'ab'.repeat(32)}` }
        await ask(visit, 'eth_signTypedData_v4', ['$OWN', JSON.stringify({ ...data, message })])
        await visit.shows('may act for you')
      }),
      // "Pay 100" to the eye, with a mark that turns the order of the digits.
      'ready.hidden': on(async (visit) => {
        await connected(visit)
        await ask(visit, 'personal_sign', ['0x50617920e280ae303031', '$OWN'])
        await visit.shows('U+202E')
      }),
      // Ether and two tokens to pay the fee with, of which the visitor chose one.
      'ready.token': {
        setup: takesTokens,
        reach: async (visit) => {
          await connected(visit)
          const own = await visit.page.evaluate(() => kit.getAddress('eip155') as `0x${string}`)
          const { sandbox } = visit
          const rich = chainClients(sandbox, 31337, sandbox.accounts[0]?.privateKey ?? '0x')
          for (const each of sandbox.tokens.filter(({ symbol, chainId }) => FEES.includes(symbol) && chainId === 31337))
            await rich.write(each, 'transfer', [own, 50n * 10n ** BigInt(each.decimals)])
          await send(visit)
          await visit.modal.getByRole('radio', { name: /USDC/ }).check()
          await visit.shows(/^.*Sandbox.* pays the network/)
          await visit.modal.locator('button:enabled', { hasText: 'Confirm with passkey' }).waitFor()
        },
      },
      'ready.add': on(async (visit) => {
        await connected(visit)
        await visit.open('Passkeys')
        await addAuthenticator(visit.page, { transport: 'usb' })
        await visit.button('Add a passkey').click()
        await visit.shows('Adds a passkey. It can confirm every payment of this account.')
      }),
      'ready.recovery': on(async (visit) => {
        await connected(visit)
        await visit.open('Passkeys')
        await visit.modal.getByRole('textbox').fill(RECEIVER.toLowerCase())
        await visit.button('Save recovery wallet').click()
        await visit.shows(/^This wallet can add a new passkey/)
      }),
    },
  },
  Passkeys: {
    loading: 'config',
    ready: on(async (visit) => {
      await connected(visit)
      await visit.open('Passkeys')
      await visit.shows('Add a passkey')
    }),
    empty: on(async (visit) => {
      await begin(visit)
      await visit.connect()
      await visit.open('Passkeys')
      await visit.shows('Recover a passkey account')
    }),
    error: on(async (visit) => {
      await begin(visit)
      await visit.connect()
      await visit.open('Passkeys')
      await visit.modal.getByRole('textbox').fill('0x12')
      await visit.button('Create a passkey and recover').click()
      await visit.modal.locator('.banner').waitFor()
    }),
    offline: 'wallet',
    unsupported: 'config',
    progress: 'moves',
    done: 'instant',
  },
}
