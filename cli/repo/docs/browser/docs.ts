/** The script of every page. It is a classic script, so that the docs also work when opened as files. */
import { copyButtons } from './copy.ts'
import { search } from './search.ts'
import { applyTheme, themeButton } from './theme.ts'

// Apply the chosen theme before the first paint: otherwise the page would flash in the other theme.
applyTheme()

document.addEventListener('DOMContentLoaded', () => {
  const button = document.querySelector<HTMLButtonElement>('.theme')
  const field = document.querySelector<HTMLElement>('.search')
  if (button) themeButton(button)
  if (field) search(field, document.documentElement.dataset.root ?? './')
  menu()
  copyButtons()
  addEventListener('resize', scrollable)
  scrollable()
})

/** Lets the menu button open and close the list of pages, which narrow windows hide. */
function menu() {
  const button = document.querySelector('.menu')
  const pages = document.querySelector('#pages')
  button?.addEventListener('click', () => {
    const isOpen = pages?.classList.toggle('open') ?? false
    button.setAttribute('aria-expanded', String(isOpen))
  })
}

/**
 * Makes code blocks and tables that scroll sideways focusable, so that the keyboard can scroll them. Other blocks do
 * not get the focus.
 */
function scrollable() {
  for (const box of document.querySelectorAll<HTMLElement>('pre, .table')) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0
    else box.removeAttribute('tabindex')
  }
}
