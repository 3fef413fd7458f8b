/** A second pairing replaces the session: after a reload, and in other tabs. */
import { expect, it } from 'vitest'
import { reconnect } from '../../../runtime/actions/reconnect.ts'
import { follow } from '../../../runtime/actions/tabs.ts'
import { verify } from '../../../runtime/actions/verify.ts'
import { createStorage } from '../../../runtime/lib/storage.ts'
import { forgetCore } from '../../../runtime/remote/patches/sharedCore.ts'
import { until } from '../../sandbox/peers.ts'
import { memoryStorage as pageStorage } from '../../support/kit.ts'
import { closePage, useRemote } from '../../support/remote.ts'
import { memoryStorage } from '../../support/remoteWallet.ts'

const { page, wallet, connected, provider, sandbox, show } = useRemote()

/** The storage that two tabs of a site share, with its events. */
function origin() {
  const held = new Map<string, string>()
  const pages: { heed: () => void }[] = []
  const tell = (by: object) => {
    for (const each of pages) if (each !== by) queueMicrotask(each.heed)
  }
  const open = () => {
    const own = { heed: () => undefined as void }
    pages.push(own)
    const backing = {
      getItem: (key: string) => held.get(key) ?? null,
      setItem: (key: string, value: string) => {
        if (held.get(key) === value) return
        held.set(key, value)
        tell(own)
      },
      removeItem: (key: string) => void (held.delete(key) && tell(own)),
    }
    return { own, storage: createStorage(backing) }
  }
  return { open }
}

it('another tab shows the new session', async () => {
  const site = origin()
  const client = memoryStorage()
  const open = async () => {
    const { own, storage } = site.open()
    const at = await page({ page: storage, client })
    own.heed = () => void follow(at.kit)
    return at
  }
  const [here, there] = [await open(), await open()]
  const one = await wallet({ policy: 'approve' })
  await connected(here, one)
  await until(() => there.account().status === 'connected', 'the other page')
  const before = here.account().address
  const keys = sandbox()
    .accounts.slice(3, 4)
    .map(({ privateKey }) => privateKey)
  const two = await wallet({ policy: 'approve', keys } as never)
  await two.pair(await show(here.kit))
  await until(() => here.account().address !== before, 'the new session')
  await new Promise((resolve) => setTimeout(resolve, 3000))
  await verify(there.kit)
  expect([here.account().status, there.account().status]).toEqual(['connected', 'connected'])
  expect(there.account().address).toBe(here.account().address)
  expect(
    await provider(there).request({ method: 'personal_sign', params: ['0x6869', there.account().address] }),
  ).toMatch(/^0x/)
})

it('a reload right after the pairing resumes the new session', async () => {
  const storages = { page: pageStorage(), client: memoryStorage() }
  const at = await page(storages)
  await connected(at, await wallet({ policy: 'approve' }))
  const before = at.account().address
  // The page is left before the relay has taken the message that ends the first session.
  const { client } = at.clients[0] as unknown as { client: { disconnect: () => Promise<void> } }
  client.disconnect = () => new Promise(() => undefined)
  const keys = sandbox()
    .accounts.slice(3, 4)
    .map(({ privateKey }) => privateKey)
  const two = await wallet({ policy: 'approve', keys } as never)
  await two.pair(await show(at.kit))
  await until(() => at.account().address !== before, 'the new session')
  const now = at.account().address
  await new Promise((resolve) => setTimeout(resolve, 500))
  await closePage(at.clients)
  forgetCore(at.clients[0] as never)
  const again = await page(storages)
  expect(again.account().status).toBe('connecting')
  await reconnect(again.kit)
  expect([again.account().status, again.account().address]).toEqual(['connected', now])
  two.setPolicy('approve')
  expect(await provider(again).request({ method: 'personal_sign', params: ['0x6869', now] })).toMatch(/^0x/)
})
