import node from '@astrojs/node'
import react from '@astrojs/react'
import { defineConfig } from 'astro/config'

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'standalone' }),
  integrations: [react()],
  // Style sheets as files: a strict Content-Security-Policy refuses styles inside of the page.
  build: { inlineStylesheets: 'never' },
  devToolbar: { enabled: false },
})
