/** The docs' search field, a combobox. Its index loads when the field gets the focus. */
import MiniSearch from 'minisearch'
import { type Entry, OPTIONS } from './searchOptions.ts'

declare global {
  /** The search index as JSON, which `assets/search.js` sets. */
  var walletkitSearch: string | undefined
}

const LIMIT = 12

export function search(box: HTMLElement, root: string) {
  const input = document.createElement('input')
  const list = document.createElement('ul')
  Object.assign(input, { type: 'search', placeholder: 'Search', autocomplete: 'off', spellcheck: false })
  const attributes = { role: 'combobox', 'aria-label': 'Search', 'aria-expanded': 'false', 'aria-controls': 'found' }
  for (const [name, value] of Object.entries({ ...attributes, 'aria-autocomplete': 'list' }))
    input.setAttribute(name, value)
  Object.assign(list, { id: 'found', className: 'found', hidden: true })
  list.setAttribute('role', 'listbox')
  list.setAttribute('aria-label', 'Results')
  box.append(input, list)

  let index: Promise<MiniSearch<Entry>> | undefined
  let results: Entry[] = []
  let selected = -1

  const ready = () =>
    (index ??= load(root).catch((error: unknown) => {
      // Forget the failed load, so that the next focus or input tries again.
      index = undefined
      throw error
    }))
  const close = () => {
    list.hidden = true
    input.setAttribute('aria-expanded', 'false')
    input.removeAttribute('aria-activedescendant')
  }
  const select = (at: number) => {
    selected = at
    for (const [place, option] of [...list.children].entries()) {
      option.setAttribute('aria-selected', String(place === at))
      if (place === at) option.scrollIntoView({ block: 'nearest' })
    }
    if (at < 0) input.removeAttribute('aria-activedescendant')
    else input.setAttribute('aria-activedescendant', `found-${at}`)
  }
  const go = (at: number) => {
    const entry = results[at]
    if (entry) location.assign(`${root}${entry.url}`)
    close()
  }
  const show = async () => {
    const query = input.value.trim()
    if (!query) return close()
    let found: Entry[]
    try {
      found = (await ready()).search(query).slice(0, LIMIT) as unknown as Entry[]
    } catch {
      return close()
    }
    // The visitor has typed more while the index loaded, so another call shows the results.
    if (query !== input.value.trim()) return
    results = found
    list.replaceChildren(...(found.length ? found.map((entry, at) => option(entry, at, go)) : [none()]))
    list.hidden = false
    input.setAttribute('aria-expanded', 'true')
    select(found.length ? 0 : -1)
  }

  input.addEventListener('focus', () => void ready().catch(() => undefined))
  input.addEventListener('input', () => void show())
  input.addEventListener('blur', close)
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close()
    else if (event.key === 'Enter') go(selected)
    else if (event.key === 'ArrowDown' && results.length) select((selected + 1) % results.length)
    else if (event.key === 'ArrowUp' && results.length) select((selected - 1 + results.length) % results.length)
    else return
    event.preventDefault()
  })
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    input.focus()
  })
}

function option({ title, page, text }: Entry, at: number, go: (at: number) => void): HTMLLIElement {
  const item = document.createElement('li')
  const name = document.createElement('strong')
  const about = document.createElement('span')
  item.id = `found-${at}`
  item.setAttribute('role', 'option')
  name.textContent = title
  about.textContent = title === page ? text.slice(0, 140) : `${page} · ${text.slice(0, 120)}`
  item.append(name, about)
  // Without this, `mousedown` would take the focus from the field, which closes the list before the click arrives.
  item.addEventListener('mousedown', (event) => event.preventDefault())
  item.addEventListener('click', () => go(at))
  return item
}

function none(): HTMLLIElement {
  const item = document.createElement('li')
  item.className = 'none'
  item.setAttribute('role', 'option')
  item.setAttribute('aria-disabled', 'true')
  item.textContent = 'Nothing found. Try another word.'
  return item
}

/** Loads the index. It is a script and not a JSON file, because a page that is opened as a file cannot fetch. */
function load(root: string): Promise<MiniSearch<Entry>> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = `${root}assets/search.js`
    script.addEventListener('error', () => reject(new Error('The search index could not be loaded')))
    script.addEventListener('load', () => {
      if (globalThis.walletkitSearch === undefined) reject(new Error('The search index is empty'))
      else resolve(MiniSearch.loadJSON<Entry>(globalThis.walletkitSearch, OPTIONS))
    })
    document.head.append(script)
  })
}
