export default defineNuxtPlugin(async () => {
  if (import.meta.dev) await import('../testWallet')
})
