/** The script of every page. It is a classic script, so that the docs also work when opened as files. */
import { copyButtons } from './copy.ts'
import { search } from './search.ts'
import { applyTheme, themeButton } from './theme.ts'

// Before the first paint: the chosen theme must not flash.
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

/** The pages' list of narrow windows. */
function menu() {
  const button = document.querySelector('.menu')
  const pages = document.querySelector('#pages')
  button?.addEventListener('click', () => {
    const isOpen = pages?.classList.toggle('open') ?? false
    button.setAttribute('aria-expanded', String(isOpen))
  })
}

/** What scrolls sideways can be reached and scrolled with the keyboard; what does not is no stop for Tab. */
function scrollable() {
  for (const box of document.querySelectorAll<HTMLElement>('pre, .table')) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0
    else box.removeAttribute('tabindex')
  }
}
