/** axe-core finds no violation in any core view, light or dark. */
import { it } from 'vitest'
import { checkThemes } from '../support/axe.ts'
import { useFlow } from '../support/flow.ts'
import { setOffline } from '../support/network.ts'
import { titled } from '../support/login.ts'

const flow = useFlow()

const SITE = {
  termsConditionsUrl: 'https://site.example/terms',
  privacyPolicyUrl: 'https://site.example/privacy',
  wallets: { custom: [{ id: 'mine', name: 'House wallet', homepage: 'https://wallet.example' }] },
}

const visitIn = (features: object = {}, size?: { width: number; height: number }) =>
  flow.visit({
    config: { ...SITE, features: { send: {}, receive: {}, allWallets: 'SHOW', ...features } },
    ...(size && { context: { viewport: size } }),
  })

it('has no violation before a wallet is connected', async () => {
  const visit = await visitIn({ legalCheckbox: true })
  await visit.open()
  await visit.button(/Test wallet/).waitFor()
  await checkThemes(visit, 'Connect, without consent')
  await visit.modal.getByRole('checkbox').check()
  await checkThemes(visit, 'Connect')
  await visit.button('What is a wallet?').click()
  await titled(visit, 'What is a wallet?')
  await visit.button('Get a wallet').waitFor()
  await checkThemes(visit, 'WhatIsAWallet')
  await visit.button('Get a wallet').click()
  await titled(visit, 'Get a wallet')
  await visit.modal.getByRole('list').first().waitFor()
  await checkThemes(visit, 'GetWallet')
  await visit.page.evaluate(() => kit.open({ view: 'WhatIsANetwork' }))
  await visit.modal.getByText('A shared record').waitFor()
  await checkThemes(visit, 'WhatIsANetwork')
  await visit.page.evaluate(() => kit.open({ view: 'NoSuchView' }))
  await visit.modal.getByText('Not available here').waitFor()
  await checkThemes(visit, 'a view that is not there')
})

it('has no violation with wallets on other devices', async () => {
  const wallet = {
    ...SITE.wallets.custom[0],
    mobile_link: 'house://',
    webapp_link: 'https://app.house.example',
    rdns: 'example.house',
  }
  const visit = await flow.visit({ remote: true, config: SITE })
  await visit.page.evaluate((params) => kit.open({ view: 'ConnectingWalletConnect', params }), { wallet })
  await visit.modal.getByRole('img', { name: /^QR code/ }).waitFor()
  await checkThemes(visit, 'ConnectingWalletConnect, a code')
  await visit.modal.getByRole('tab', { name: 'Web app' }).click()
  await visit.button('Open House wallet').waitFor()
  await checkThemes(visit, 'ConnectingWalletConnect, a link')
  await visit.modal.getByRole('tab', { name: 'Browser' }).click()
  await visit.modal.getByText('House wallet is not in this browser').waitFor()
  await checkThemes(visit, 'ConnectingWalletConnect, not here')
  await visit.page.evaluate(() => kit.open({ view: 'ConnectingWalletConnectBasic' }))
  await visit.modal.getByRole('img', { name: /^QR code/ }).waitFor()
  await checkThemes(visit, 'ConnectingWalletConnectBasic')
  await setOffline(visit, true)
  await visit.modal.getByText('You’re offline').waitFor()
  await checkThemes(visit, 'ConnectingWalletConnectBasic, offline')
})

it('has no violation in the list of all wallets', async () => {
  const visit = await visitIn()
  await visit.page.evaluate(() => kit.open({ view: 'AllWallets' }))
  await visit.modal.getByRole('list', { name: 'Wallets' }).getByRole('button').nth(8).waitFor()
  await checkThemes(visit, 'AllWallets')
  await visit.modal.getByRole('searchbox').fill('nothing is called this')
  await visit.modal.getByText('No wallets found').waitFor()
  await checkThemes(visit, 'AllWallets, nothing found')
})

it('has no violation while a wallet is asked to connect', async () => {
  const visit = await visitIn()
  await visit.wallet('set', { answer: 'hold' })
  await visit.open()
  await visit.button(/Test wallet/).click()
  await visit.modal.getByText('Continue in Test wallet').waitFor()
  await checkThemes(visit, 'ConnectingExternal')
  await visit.wallet('settle', 'reject')
  await visit.modal.getByText('Connection declined').waitFor()
  await checkThemes(visit, 'ConnectingExternal, declined')
})

it.each([
  ['a desktop', undefined],
  ['a phone', { width: 390, height: 844 }],
])('has no violation in the account, its networks and panels on %s', async (_device, size) => {
  const visit = await visitIn({}, size)
  await visit.connect()
  await visit.open()
  await visit.modal.getByText('1,800.75 USDT').waitFor()
  await checkThemes(visit, 'Account')
  await visit.modal.getByRole('tab', { name: 'NFTs' }).click()
  await checkThemes(visit, 'Account, NFTs')
  await visit.button(/^Choose network/).click()
  await visit.button('Sandbox Two').waitFor()
  await checkThemes(visit, 'Networks')
  for (const [panel, ready] of [
    ['WalletReceive', 'Copy address'],
    ['WalletSend', 'Choose a token'],
  ] as const) {
    await visit.page.evaluate((view) => kit.open({ view }), panel)
    await visit.button(ready).waitFor()
    await checkThemes(visit, panel)
  }
  await visit.wallet('changeChain', 1)
  await titled(visit, 'Switch Network')
  await visit.button('Sandbox One').waitFor()
  await checkThemes(visit, 'UnsupportedChain')
  await visit.wallet('set', { answer: 'hold' })
  await visit.page.evaluate(() => {
    const network = kit.getCaipNetworks()[1]
    return kit.redirect('SwitchNetwork', { network })
  })
  await visit.modal.getByText('Confirm in Test wallet').waitFor()
  await checkThemes(visit, 'SwitchNetwork')
})

it('has no violation in the review of a third-party plugin’s request', async () => {
  const visit = await flow.visit({ probe: 'guest' })
  await visit.connect()
  await visit.page.evaluate(() => kit.open({ view: 'Probe' }))
  await visit.modal.getByText('The probe is here').waitFor()
  await visit.page.evaluate(() => {
    const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
    void probe.chain.sendTransaction({ to, value: 1n, data: '0x01' }).catch(() => undefined)
  })
  await visit.button('Confirm').waitFor()
  await checkThemes(visit, 'PluginReview, a transaction')
  await visit.button('Cancel').click()
  await visit.modal.getByText('The probe is here').waitFor()
  await visit.page.evaluate(() => void probe.chain.signMessage('Line\u202e\n'.repeat(40)).catch(() => undefined))
  await visit.modal.getByRole('region', { name: 'Message' }).waitFor()
  await checkThemes(visit, 'PluginReview, a message')
  await visit.page.evaluate(() => kit.open({ view: 'PluginReview' }))
  await visit.modal.getByText('Nothing to review').waitFor()
  await checkThemes(visit, 'PluginReview, nothing')
})
