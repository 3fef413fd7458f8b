/** A login with Farcaster begins by itself when its view shows, also where the modal opens at that view again. */
import { it } from 'vitest'
import { useFlow } from '../support/flow.ts'

const flow = useFlow()

it('works where the modal was closed and opened at its view within one frame', async () => {
  const visit = await flow.visit({ login: true, config: { features: { socials: ['farcaster'] } } })
  await visit.page.evaluate(() => kit.open({ view: 'ConnectingFarcaster' }))
  const link = visit.modal.getByRole('link', { name: 'Open' })
  await link.waitFor()
  await visit.page.evaluate(async () => {
    const dialog = document.querySelector('[data-walletkit]')?.shadowRoot?.querySelector('dialog')
    const closed = new Promise((resolve) => dialog?.addEventListener('close', resolve, { once: true }))
    await kit.close()
    await kit.open({ view: 'ConnectingFarcaster' })
    await closed
  })
  const wallet = await visit.page.context().newPage()
  await wallet.goto((await link.getAttribute('href')) ?? '')
  await wallet.getByRole('button', { name: 'Approve' }).click()
  await visit.status('connected')
})
