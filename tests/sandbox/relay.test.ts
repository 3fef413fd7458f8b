/** The relay between two real clients, a page's and a wallet's. */
import { parseEther, verifyMessage, type Hex } from 'viem'
import { describe, expect, it } from 'vitest'
import { useSandbox } from '../support/sandbox.ts'
import { ethereum, until, usePeers, type Dapp } from './peers.ts'

const sandbox = useSandbox()
const { dapp, wallet, connect } = usePeers(sandbox)

/** A session over the relay, which the wallet approved. */
async function joined(namespaces?: object) {
  const [page, peer] = await Promise.all([dapp(), wallet({ policy: 'approve' })])
  const { uri, session } = await connect(page, namespaces)
  await peer.pair(uri)
  await session
  return { page, peer }
}

const address = (page: Dapp) => (page.session?.namespaces['eip155']?.accounts[0]?.split(':')[2] ?? '') as Hex

const sign = (page: Dapp, message = 'hello', chain = 'eip155:31337') =>
  page.request<Hex>(
    { method: 'personal_sign', params: [`0x${Buffer.from(message).toString('hex')}`, address(page)] },
    chain,
  )

const verified = async (page: Dapp, message = 'hello') =>
  verifyMessage({ address: address(page), message, signature: await sign(page, message) })

describe('a session over the relay', () => {
  it('is paired, approved, signs a message that verifies, and sends a transaction that is mined', async () => {
    const { page } = await joined()
    expect(page.session?.namespaces['eip155']?.chains).toEqual(['eip155:31337'])
    expect(await verified(page)).toBe(true)

    const to = sandbox().accounts[7]?.address
    const transaction = { from: address(page), to, value: '0xde0b6b3a7640000' }
    const balance = () => page.request<Hex>({ method: 'eth_getBalance', params: [to, 'latest'] }, 'eip155:31337')
    const before = BigInt(await balance())
    const hash = await page.request<Hex>({ method: 'eth_sendTransaction', params: [transaction] }, 'eip155:31337')
    // The node answers before the block is made.
    const receipt = () => page.request({ method: 'eth_getTransactionReceipt', params: [hash] }, 'eip155:31337')
    await expect.poll(receipt).toMatchObject({ status: '0x1' })
    expect(BigInt(await balance()) - before).toBe(parseEther('1'))
  })

  it('is refused with 5000, and a request with 4001', async () => {
    const [page, peer] = await Promise.all([dapp(), wallet({ policy: 'reject' })])
    const first = await connect(page)
    await peer.pair(first.uri)
    await expect(first.session).rejects.toMatchObject({ code: 5000 })
    peer.setPolicy('ask')
    const second = await connect(page)
    await peer.pair(second.uri)
    expect(await peer.next()).toMatchObject({ kind: 'proposal', name: 'Dapp' })
    await peer.approve()
    await second.session
    const asked = sign(page)
    asked.catch(() => {})
    expect(await peer.next()).toMatchObject({ method: 'personal_sign', described: { title: 'Sign a message' } })
    await peer.reject()
    await expect(asked).rejects.toMatchObject({ code: 4001 })
  })

  it('changes chain from the page and from the wallet, and gets the chain when it had it not', async () => {
    const { page, peer } = await joined()
    const chains: unknown[] = []
    page.on('chainChanged', (chain: unknown) => chains.push(chain))
    const params = [{ chainId: '0x7a6a' }]
    // The page's provider answers this itself if the session has the chain, so send it to the wallet directly.
    const topic = page.session?.topic ?? ''
    const request = { method: 'wallet_switchEthereumChain', params }
    expect(await page.client.request({ topic, chainId: 'eip155:31337', request })).toBeNull()
    await until(() => chains.length > 0, 'chainChanged')
    expect(page.client.session.get(topic).namespaces['eip155']?.accounts).toContain(`eip155:31338:${address(page)}`)
    await peer.switchChain('eip155:31337')
    await until(() => chains.length > 1, 'the second chainChanged')
    expect(chains.map(Number)).toEqual([31338, 31337])
    const unknown = { method: 'wallet_switchEthereumChain', params: [{ chainId: '0x1' }] }
    await expect(page.client.request({ topic, chainId: 'eip155:31337', request: unknown })).rejects.toMatchObject({
      code: 4902,
    })
  })

  it('shows more accounts and is renewed when the wallet says so', async () => {
    const { page, peer } = await joined()
    const changes: unknown[] = []
    page.on('accountsChanged', (accounts: unknown) => changes.push(accounts))
    await peer.setAccounts(2)
    await until(() => changes.length > 0, 'accountsChanged')
    expect(changes[0]).toEqual(
      sandbox()
        .accounts.slice(0, 2)
        .map((account) => account.address),
    )
    expect(page.client.session.getAll()[0]?.namespaces['eip155']?.accounts).toHaveLength(2)
    await expect(peer.update()).resolves.toBeUndefined()
  })

  it('is ended by the wallet', async () => {
    const { page, peer } = await joined()
    const ended = new Promise((resolve) => page.once('session_delete', resolve))
    await peer.disconnect()
    await ended
    expect(peer.sessions()).toEqual([])
    expect(page.client.session.getAll()).toEqual([])
  })

  it('survives a wallet that is closed and opened again on its store: what came meanwhile was kept', async () => {
    const { page, peer } = await joined()
    await peer.close()
    await until(() => sandbox().relay.report().sockets.length === 1, 'the wallet to be gone')
    const asked = sign(page, 'while you were away')
    await until(() => sandbox().relay.report().publishes.at(-1)?.tag === 1108, 'the request')
    const again = await wallet({ storage: peer.storage })
    expect(again.sessions()).toHaveLength(1)
    expect(await again.next()).toMatchObject({ kind: 'request', method: 'personal_sign' })
    await again.approve()
    const signature = await asked
    expect(await verifyMessage({ address: address(page), message: 'while you were away', signature })).toBe(true)
  })

  it('survives a drop of both sockets, with a code or without one', async () => {
    const { page } = await joined()
    for (const code of [undefined, 4000, 1006]) {
      sandbox().relay.clear()
      sandbox().relay.drop(code)
      await until(() => sandbox().relay.report().closes.length === 2, 'both to be closed')
      await until(() => sandbox().relay.report().sockets.length === 2, 'both to be back')
      expect(await verified(page, `after ${code}`)).toBe(true)
    }
  })

  it('survives an outage: dials are refused, then the session works', { timeout: 40_000 }, async () => {
    const { page } = await joined()
    const { relay } = sandbox()
    relay.clear()
    relay.refuse(true)
    relay.drop()
    await until(() => relay.report().dials.filter(({ status }) => status === 503).length > 2, 'refused dials')
    expect(relay.report()).toMatchObject({ refusing: true, sockets: [] })
    relay.refuse(false)
    await until(() => relay.report().sockets.length === 2, 'both to be back', 30_000)
    expect(await verified(page)).toBe(true)
  })

  it('has accounts that sign for real on every namespace that it grants, and none that cannot', async () => {
    const { page, peer } = await joined({
      ...ethereum([31337]),
      solana: {
        chains: ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'],
        methods: ['solana_signMessage', 'solana_signAndSendTransaction', 'solana_signOffchain'],
        events: [],
      },
      sui: { chains: ['sui:devnet'], methods: ['sui_signPersonalMessage'], events: [] },
    })
    expect(Object.keys(page.session?.namespaces ?? {})).toEqual(['eip155', 'solana'])
    expect(page.session?.namespaces['solana']?.methods).toEqual(['solana_signMessage', 'solana_signAndSendTransaction'])
    expect(peer.sessions()[0]?.accounts).toHaveLength(2)
  })
})
