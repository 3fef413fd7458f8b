import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { walletkit } from 'walletkit/vite'

export default defineConfig({ plugins: [react(), walletkit()] })
