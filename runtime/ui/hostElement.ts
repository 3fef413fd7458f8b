import { perKit } from '../lib/perKit.ts'

/** The element of a kit in the page, which holds the modal and what the modal shows of others. */
export const hostElement = perKit(() => {
  const element = document.createElement('div')
  element.setAttribute('data-walletkit', '')
  return element
})
