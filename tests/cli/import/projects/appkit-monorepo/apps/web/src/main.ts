import { SUPPORTED } from '@harbour/chains'
import site from '$cfg/site.json'
import { createAppKit, type CreateAppKit } from '@reown/appkit'

const options: CreateAppKit = {
  networks: Object.values(SUPPORTED),
  projectId: import.meta.env.VITE_ID,
  metadata: { name: site.title, description: site.about, url: 'https://harbour.example', icons: [] },
  enableCoinbase: false,
}

export const appKit = createAppKit(options)
