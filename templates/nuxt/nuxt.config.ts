export default defineNuxtConfig({
  compatibilityDate: '2025-07-15',
  telemetry: false,
  css: ['~/assets/page.css'],
  // Style sheets as files: a strict Content-Security-Policy refuses styles inside of the page.
  features: { inlineStyles: false },
  app: {
    head: {
      title: 'My page',
      htmlAttrs: { lang: 'en' },
      meta: [{ name: 'color-scheme', content: 'light dark' }],
      link: [{ rel: 'icon', href: 'data:,' }],
    },
  },
})
