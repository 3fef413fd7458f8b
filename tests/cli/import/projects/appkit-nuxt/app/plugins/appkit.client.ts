import { createAppKit } from '@reown/appkit/vue'
import { WagmiAdapter } from '@reown/appkit-adapter-wagmi'
import { networks } from '~/sdk/networks'

export default defineNuxtPlugin((nuxtApp) => {
  const config = useRuntimeConfig()
  const projectId = config.public.projectId as string
  const wagmiAdapter = new WagmiAdapter({ networks, projectId })

  createAppKit({
    adapters: [wagmiAdapter],
    networks,
    projectId,
    enableCoinbase: false,
    metadata: { name: 'Nuxt', description: 'Nuxt example', url: 'https://nuxt.example', icons: [] },
  })

  nuxtApp.vueApp.use(() => {})
})
