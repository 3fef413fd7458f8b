import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vite'
import { walletkit } from 'walletkit/vite'

export default defineConfig({ plugins: [vue(), walletkit()] })
