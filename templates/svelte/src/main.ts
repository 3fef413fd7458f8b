import { mount } from 'svelte'
import App from './App.svelte'
import css from './page.css?inline'

// A constructed style sheet needs no request, and a strict Content-Security-Policy allows it.
const sheet = new CSSStyleSheet()
sheet.replaceSync(css)
document.adoptedStyleSheets.push(sheet)

mount(App, { target: document.getElementById('app') ?? document.body })
