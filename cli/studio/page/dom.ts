/** Creates elements. Texts become text nodes: no markup is parsed. */
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, '')
    else if (value !== undefined && value !== false) element.setAttribute(name, String(value))
  }
  element.append(...children)
  return element
}

export function button(text: string, press: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const element = make('button', { type: 'button', ...attributes }, text)
  element.addEventListener('click', press)
  return element
}

/** A select with its label. `change` gets the chosen value. */
export function select(label: string, values: readonly string[], change: (value: string) => void) {
  const id = `choose-${label.replace(/\W/g, '-')}`
  const list = make('select', { id }, ...values.map((value) => make('option', { value }, value)))
  list.addEventListener('change', () => change(list.value))
  return { element: make('div', { class: 'choice' }, make('label', { for: id }, label), list), list }
}
