import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'
import { walletkit } from 'walletkit/vite'

export default defineConfig({ plugins: [svelte(), walletkit()] })
