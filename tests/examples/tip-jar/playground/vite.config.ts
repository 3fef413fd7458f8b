import { defineConfig } from 'vite'
import { walletkit } from 'walletkit/vite'

export default defineConfig({ plugins: [walletkit()] })
