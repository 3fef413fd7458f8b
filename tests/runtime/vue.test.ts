/** `walletkit/vue` on a server, with the real Vue. tests/packages/packed.test.ts tests it in a browser. */
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, it } from 'vitest'
import { ConnectButton, createWalletKit, NetworkButton, useAccount, useConnect, useWallets } from '../../runtime/vue.ts'
import { network } from '../support/kit.ts'

const generated = { config: { projectId: 'vue', networks: [network(1, 'One')] }, chains: [] }

it('renders buttons and composables on a server, without a subscription', async () => {
  const Page = {
    setup() {
      const account = useAccount()
      const { status, connect } = useConnect()
      const { data } = useWallets()
      return () => [
        h(ConnectButton, { label: 'Sign in' }),
        h(NetworkButton),
        `${account.value.isConnected} ${status.value} ${typeof connect} ${data.value?.length}`,
      ]
    },
  }
  const html = await renderToString(createSSRApp(Page).use(createWalletKit(generated, { ssr: true })))
  // Busy until the page is hydrated, because a click before that would be lost.
  expect(html).toMatch(/<button [^>]*disabled[^>]*aria-busy="true"[^>]*>Sign in<\/button>/)
  const client = await renderToString(createSSRApp(ConnectButton).use(createWalletKit(generated)))
  expect(client).not.toMatch(/disabled|aria-busy/)
  expect(html).toContain('>One</button>')
  expect(html).toContain('false idle function 0')
})

it('says what is missing in an app without the plugin', async () => {
  const app = createSSRApp({ setup: () => (useAccount(), () => '') })
  app.config.warnHandler = () => undefined
  await expect(renderToString(app)).rejects.toMatchObject({ code: 'NO_PROVIDER' })
})
