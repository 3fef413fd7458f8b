type Child = Node | string

/** Creates an element. `style` is its class. */
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

/** Creates an input with a label, which is linked to it by the input's `id`. */
export function field(label: string, attributes: Partial<HTMLInputElement> & { id: string }) {
  const input = element('input')
  Object.assign(input, attributes)
  const name = element('label', '', label)
  name.htmlFor = input.id
  return { input, parts: [name, input] as const }
}
