/** A login next to a connected wallet: each keeps its own account, and a login ends on all its namespaces. */
import { expect, it } from 'vitest'
import { connect } from '../../../runtime/actions/connect.ts'
import { disconnect } from '../../../runtime/actions/disconnect.ts'
import { register } from '../../../runtime/actions/discover.ts'
import { onNetwork } from '../../../runtime/actions/session.ts'
import auth from '../../../runtime/auth/index.ts'
import { switchNetwork } from '../../../runtime/actions/switchNetwork.ts'
import { switchAccount, switchConnection } from '../../../runtime/actions/switchConnection.ts'
import { verify } from '../../../runtime/actions/verify.ts'
import type { Requests } from '../../../runtime/contracts/chain.ts'
import { allConnections } from '../../../runtime/state/entries.ts'
import { connectionOf } from '../../../runtime/state/connections.ts'
import { signedIn } from '../../support/embedded.ts'
import { ALICE } from '../../support/loginFrame.ts'
import { evmWallet } from '../../support/walk/wallets.ts'

const OWN = `0x${'1'.repeat(40)}`
const AUTH = { connection: { id: 'eip155:ID_AUTH' } }

/** A kit where Alice has signed in, and then connected a wallet. */
async function both() {
  const made = await signedIn({ replies: { SWITCH_NETWORK: { chainId: 137 } } })
  const login = connectionOf(made.kit, 'eip155')?.provider as Requests
  const wallet = evmWallet('org.alpha', [OWN])
  register(made.kit, wallet.connector)
  await connect(made.kit, wallet.connector)
  const ids = () => allConnections(made.kit).map(({ shown: { id } }) => id)
  return { ...made, wallet, login, ids, account: made.kit.state.accounts.eip155 }
}

it('a wallet becomes the active one; the login stays behind it with its own account and user', async () => {
  const { kit, login, ids, account } = await both()
  expect(ids()).toEqual(['eip155:org.alpha', 'eip155:ID_AUTH', 'solana:ID_AUTH'])
  expect(account).toMatchObject({ address: OWN, user: undefined, connectedWalletInfo: { name: 'org.alpha' } })
  expect(await login.request({ method: 'eth_accounts' })).toEqual([ALICE.address])
  await switchConnection(kit, AUTH)
  expect(account).toMatchObject({ address: ALICE.address, user: { email: 'alice@example.com' } })
  expect(ids().slice(0, 2)).toEqual(['eip155:ID_AUTH', 'eip155:org.alpha'])
})

it('a network switch of the login behind the wallet changes nothing of the page', async () => {
  const { kit, login, account } = await both()
  const before = JSON.stringify([account, kit.state.networks.eip155.caipNetwork])
  await login.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x89' }] })
  expect(JSON.stringify([account, kit.state.networks.eip155.caipNetwork])).toBe(before)
  expect(allConnections(kit)[1]?.shown).toMatchObject({ caipNetworkId: 'eip155:137' })
})

it('a login behind the wallet stays on its own network, which its requests name', async () => {
  const { kit, frame, login } = await both()
  frame.replies.RPC_REQUEST = '0x0'
  const networks = async () => {
    await login.request({ method: 'eth_getBalance', params: [ALICE.address, 'latest'] })
    const { chainId } = frame.asked('RPC_REQUEST').at(-1)?.payload as { chainId?: string }
    return [await login.request({ method: 'eth_chainId' }), chainId]
  }
  // The wallet in front moves: the login does not move with it, and its listeners were told nothing.
  onNetwork(kit, 'eip155:137')
  expect(kit.state.networks.eip155.caipNetwork?.caipNetworkId).toBe('eip155:137')
  expect(await networks()).toEqual(['0x1', 'eip155:1'])
  // The login moves: the wallet in front stays.
  onNetwork(kit, 'eip155:1')
  await login.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x89' }] })
  expect(kit.state.networks.eip155.caipNetwork?.caipNetworkId).toBe('eip155:1')
  expect(await networks()).toEqual(['0x89', 'eip155:137'])
  // In front again, it is on the page's network.
  await switchConnection(kit, AUTH)
  expect(await networks()).toEqual(['0x1', 'eip155:1'])
})

it('the service switches between the accounts of a login', async () => {
  const { kit, frame, account } = await both()
  const [, smart] = ALICE.accounts
  frame.replies.SET_PREFERRED_ACCOUNT = (asked: unknown) => {
    frame.replies.GET_USER = { ...ALICE, address: smart?.address, preferredAccountType: 'smartAccount' }
    return { ...(asked as object), address: smart?.address }
  }
  await switchAccount(kit, { ...AUTH, address: smart?.address ?? '' })
  expect(account).toMatchObject({ address: smart?.address, preferredAccountType: 'smartAccount' })
})

it('a login that ends leaves the wallet, and ends on every namespace', async () => {
  const { kit, frame, ids, account } = await both()
  await disconnect(kit, AUTH)
  expect(ids()).toEqual(['eip155:org.alpha'])
  expect(account).toMatchObject({ status: 'connected', address: OWN })
  expect(frame.asked('SIGN_OUT')).toHaveLength(1)
  await disconnect(kit, { connection: { id: 'eip155:org.alpha' } })
  expect(ids()).toEqual([])
})

it('the social provider belongs to its login: no wallet and no later login by email has it', async () => {
  const { kit, account } = await both()
  const provider = () => [account.connectedWalletInfo?.identifier, account.socialProvider]
  await disconnect(kit, AUTH)
  await auth.login(kit).finish({ social: 'google' })
  expect(provider()).toEqual(['ID_AUTH', 'google'])
  await switchConnection(kit, { connection: { id: 'eip155:org.alpha' } })
  expect(provider()).toEqual(['org.alpha', undefined])
  await switchConnection(kit, AUTH)
  expect(provider()).toEqual(['ID_AUTH', 'google'])
  await disconnect(kit, AUTH)
  expect(provider()).toEqual(['org.alpha', undefined])
  await auth.login(kit).finish()
  expect(provider()).toEqual(['ID_AUTH', undefined])
})

it('a login by email after one with a social provider has none', async () => {
  const { kit } = await signedIn()
  await auth.login(kit).finish({ social: 'google' })
  expect(kit.state.accounts.solana.socialProvider).toBe('google')
  await auth.login(kit).finish()
  expect([kit.state.accounts.eip155.socialProvider, kit.state.accounts.solana.socialProvider]).toEqual([
    undefined,
    undefined,
  ])
})

it('a change of email renames the login in every list, in front of a wallet and behind it', async () => {
  const { kit, frame, account } = await both()
  frame.replies.UPDATE_EMAIL_SECONDARY_OTP = { newEmail: 'n@x.io' }
  await auth.login(kit).updateEmailSecondaryOtp('123456')
  const names = () => allConnections(kit).map(({ shown: { name } }) => name)
  expect(names()).toEqual(['org.alpha', 'n@x.io', 'n@x.io'])
  expect([account.connectedWalletInfo?.name, account.user]).toEqual(['org.alpha', undefined])
  expect(kit.state.accounts.solana.connectedWalletInfo?.name).toBe('n@x.io')
  await switchConnection(kit, AUTH)
  frame.replies.UPDATE_EMAIL_SECONDARY_OTP = { newEmail: 'm@x.io' }
  await auth.login(kit).updateEmailSecondaryOtp('123456')
  expect([account.connectedWalletInfo?.name, account.user?.email]).toEqual(['m@x.io', 'm@x.io'])
})

it('an email that changed in another tab shows when this page wakes', async () => {
  const { kit, frame } = await signedIn()
  const account = kit.state.accounts.eip155
  frame.replies.GET_USER = { ...ALICE, email: 'n@x.io' }
  await verify(kit)
  expect([account.user?.email, account.connectedWalletInfo?.name]).toEqual(['n@x.io', 'n@x.io'])
  expect(account.address).toBe(ALICE.address)
})

it('a network that the service does not know says so, and asks for nothing that no login can do', async () => {
  const { kit } = await signedIn({ replies: { SWITCH_NETWORK: new Error('Unsupported chain') } })
  const refused: string[] = []
  kit.events.on('refused', ({ method }) => refused.push(method))
  await expect(switchNetwork(kit, 'eip155:137')).rejects.toMatchObject({ code: 'CHAIN_NOT_SUPPORTED' })
  expect(refused).toEqual([])
})
