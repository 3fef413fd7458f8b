export default defineNuxtConfig({
  compatibilityDate: '2025-01-01',
  runtimeConfig: { public: { projectId: process.env.NUXT_PUBLIC_PROJECT_ID } },
})
