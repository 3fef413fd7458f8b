import path from 'node:path'
import { defineConfig } from 'vite'

export default defineConfig({ resolve: { alias: { $cfg: path.resolve(__dirname, './src/cfg') } } })
