/** A button on each code block that copies it. */
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
    // Opened as a file, or the permission is denied: select the text, so that Ctrl+C copies it.
    const code = block.querySelector('code')
    if (code) getSelection()?.selectAllChildren(code)
    button.textContent = 'Press Ctrl+C'
  }
  setTimeout(() => (button.textContent = 'Copy'), 2000)
}
