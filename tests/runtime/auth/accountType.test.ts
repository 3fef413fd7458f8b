/** When the toast 'This application might not support Smart Accounts' is shown (decisions 4.36). */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accountTypeRules, blamesAccountType, isToBlame } from '../../../runtime/actions/accountType.ts'
import { discover } from '../../../runtime/actions/discover.ts'
import auth from '../../../runtime/auth/index.ts'
import eip155 from '../../../runtime/chains/eip155/index.ts'
import type { Kit } from '../../../runtime/contracts/kit.ts'
import { sign } from '../../../runtime/siwx/sign.ts'
import type { SIWX } from '../../../runtime/siwx/types.ts'
import { memoryStorage, network, wholeKit } from '../../support/kit.ts'
import { SECURE_SITE, signedIn } from '../../support/embedded.ts'
import { ALICE, loginFrame, type Replies } from '../../support/loginFrame.ts'
import { connectionOf } from '../../../runtime/state/connections.ts'

const SMART = ALICE.accounts[1]?.address ?? ''
const TEXT = 'This application might not support Smart Accounts'
const smart = { ...ALICE, address: SMART, preferredAccountType: 'smartAccount' }

/** The ms until a toast appears. */
const REOPEN = 150
const shown = ({ state }: Kit, message: string) =>
  expect.poll(() => ({ ...state.toast })).toMatchObject({ open: true, variant: 'error', message })

describe('a sign-in', () => {
  const begin = async (refusal: string, replies: Replies = {}) => {
    const own: SIWX = {
      createMessage: async (input) => ({ ...input, toString: () => 'Sign in' }) as never,
      addSession: async () => {
        throw new Error(refusal)
      },
      revokeSession: async () => undefined,
      setSessions: async () => undefined,
      getSessions: async () => [],
      getRequired: () => true,
    }
    const config = { projectId: 'unit', networks: [network(1)], services: { secureSite: SECURE_SITE } }
    const parts = {
      auth: async () => ({ default: auth }),
      siwx: () => import('../../../runtime/siwx/index.ts'),
    }
    const kit = wholeKit({ config, chains: [eip155], parts }, { storage: memoryStorage(), siwx: own })
    const frame = loginFrame(kit, {
      GET_USER: smart,
      GET_SMART_ACCOUNT_ENABLED_NETWORKS: { smartAccountEnabledNetworks: [1] },
      RPC_REQUEST: '0x1234',
      ...replies,
    })
    await discover(kit)()
    const finished = auth.login(kit).finish()
    frame.ready()
    await finished
    return kit
  }
  it('that fails because of the account type is reported with that reason, and otherwise with its own text [S8.user.07]', async () => {
    const kit = await begin('No luck')
    accountTypeRules(kit).isToBlame = ({ at }) => at === 'signIn'
    await sign(kit)
    await shown(kit, TEXT)
    accountTypeRules(kit).isToBlame = () => false
    await sign(kit)
    await shown(kit, 'Error signing message')
  })

  it('whose signature is rejected is attributed to the smart account, by the predicate that is passed', async () => {
    const kit = await begin('Invalid signature length')
    await sign(kit)
    await shown(kit, TEXT)
  })

  it("that fails with the key's account, or that the visitor rejects, is never attributed to the account type", async () => {
    const eoa = await begin('Invalid signature', { GET_USER: ALICE })
    await sign(eoa)
    await shown(eoa, 'Error signing message')
    const refused = await begin('Invalid signature', { RPC_REQUEST: new Error('User rejected the request.') })
    await sign(refused)
    await shown(refused, 'Signature declined')
  })
})

describe('a request', () => {
  const ask = async (message: string, user: object = smart) => {
    const { kit } = await signedIn({ replies: { GET_USER: user, RPC_REQUEST: new Error(message) } })
    const provider = connectionOf(kit, 'eip155')?.provider as { request: (asked: object) => Promise<unknown> }
    await expect(provider.request({ method: 'eth_sendTransaction', params: [{}] })).rejects.toThrow(message)
    return kit
  }
  it('that fails because of the account type opens the modal with a notice', async () => {
    const kit = await ask('Smart accounts are not supported on this network')
    expect(kit.state.modal.open).toBe(true)
    await shown(kit, TEXT)
  })
  it.each([
    ['for another reason', 'Insufficient funds', smart],
    ['of the other account', 'Smart accounts are not supported', ALICE],
  ])('that fails %s is reported only to the page', async (_name, message, user) => {
    const { state } = await ask(message, user)
    await new Promise((resolve) => setTimeout(resolve, 2 * REOPEN))
    expect([state.modal.open, state.toast.open]).toEqual([false, false])
  })
})

it('may fail with any error, and an error without a known text is attributed to no cause', () => {
  fc.assert(
    fc.property(fc.anything(), fc.constantFrom('signIn', 'request'), (error, at) => {
      expect(typeof isToBlame({ at, error })).toBe('boolean')
    }),
  )
  expect(isToBlame({ at: 'request', error: new Error('Invalid signature') })).toBe(false)
  expect(isToBlame({ at: 'signIn', error: undefined })).toBe(false)
})

it('never attributes a failure to the account type of a wallet without types', async () => {
  const { kit } = await signedIn({ replies: { GET_USER: smart } })
  accountTypeRules(kit).isToBlame = () => true
  expect(blamesAccountType(kit, 'eip155', { at: 'request', error: new Error('x') })).toBe(true)
  expect(blamesAccountType(kit, 'polkadot', { at: 'request', error: new Error('x') })).toBe(false)
})
