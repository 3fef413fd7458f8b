/** Adds a button to each code block that copies its text. */
export function copyButtons() {
  for (const block of document.querySelectorAll('.code')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = 'Copy'
    button.addEventListener('click', () => void copy(block, button))
    block.append(button)
  }
}

async function copy(block: Element, button: HTMLButtonElement) {
  const text = block.querySelector('code')?.textContent ?? ''
  try {
    await navigator.clipboard.writeText(text)
    button.textContent = 'Copied'
  } catch {
    // The clipboard is not available to a page that is opened as a file, or the visitor denied it: select the text for
    // Ctrl+C.
    const code = block.querySelector('code')
    if (code) getSelection()?.selectAllChildren(code)
    button.textContent = 'Press Ctrl+C'
  }
  setTimeout(() => (button.textContent = 'Copy'), 2000)
}
