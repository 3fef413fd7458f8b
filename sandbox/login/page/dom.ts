type Child = Node | string

/** An element with a class (or none) and children. */
export function element<K extends keyof HTMLElementTagNameMap>(name: K, style = '', ...children: Child[]) {
  const made = document.createElement(name)
  if (style) made.className = style
  made.append(...children)
  return made
}

export const main = (): HTMLElement => document.getElementById('main') ?? document.body

/** An element that announces its text to screen readers. */
export function alertLine() {
  const line = element('p', 'fault')
  line.setAttribute('role', 'alert')
  return line
}

/** A field with its label. */
export function field(label: string, attributes: Partial<HTMLInputElement>) {
  const input = element('input')
  Object.assign(input, attributes)
  input.id = label.toLowerCase().replaceAll(' ', '-')
  const name = element('label', '', label)
  name.htmlFor = input.id
  return { input, parts: [name, input] as const }
}

/** A form that runs one submission at a time and shows errors. `style`: the class of its button. */
export function form(parts: readonly Node[], label: string, run: () => Promise<unknown>, style = 'key') {
  const [button, line] = [element('button', style, label), alertLine()]
  const made = element('form', '', ...parts, button, line)
  made.noValidate = true
  made.addEventListener('submit', (event) => {
    event.preventDefault()
    button.disabled = true
    line.textContent = ''
    run()
      .catch((error: unknown) => (line.textContent = error instanceof Error ? error.message : String(error)))
      .finally(() => (button.disabled = false))
  })
  return made
}
