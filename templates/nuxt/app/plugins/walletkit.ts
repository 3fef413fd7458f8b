import { createWalletKit } from 'walletkit/vue'
import { generated } from '~~/generated/walletkit.js'

/** `ssr`: a returning visitor first sees what the server rendered, so Vue finds no mismatch. */
export default defineNuxtPlugin(({ vueApp }) => {
  vueApp.use(createWalletKit(generated, { ssr: true }))
})
