/** Colours code blocks while the docs are built, so that pages need no script for that. */
import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import css from 'highlight.js/lib/languages/css'
import json from 'highlight.js/lib/languages/json'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import { escapeHtml } from './text.ts'

hljs.registerLanguage('bash', bash)
hljs.registerLanguage('css', css)
hljs.registerLanguage('json', json)
hljs.registerLanguage('typescript', typescript)
hljs.registerLanguage('xml', xml)

const NAMES: Record<string, string> = { ts: 'typescript', tsx: 'typescript', js: 'typescript', sh: 'bash', html: 'xml' }

/** Returns code as HTML with colours, or without them for a language that is not registered (`md`, `solidity`). */
export function highlight(code: string, language = ''): string {
  const name = NAMES[language] ?? language
  return hljs.getLanguage(name) ? hljs.highlight(code, { language: name }).value : escapeHtml(code)
}
