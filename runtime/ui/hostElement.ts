import { perKit } from '../contracts/perKit.ts'

/**
 * The kit's element in the page. It contains the modal, and elements that other parts of the kit show in it, such as
 * the login service's iframe.
 */
export const hostElement = perKit(() => {
  const element = document.createElement('div')
  element.setAttribute('data-walletkit', '')
  return element
})
