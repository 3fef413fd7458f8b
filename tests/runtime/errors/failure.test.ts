/** Why a part cannot be shown: recognises the messages of browsers and bundlers for code that could not be loaded. */
import { describe, expect, it } from 'vitest'
import { failureOf } from '../../../runtime/errors/failure.ts'
import { PluginError, pluginError } from '../../../runtime/errors/plugin.ts'

describe('failureOf', () => {
  it.each([
    ['Chromium', 'Failed to fetch dynamically imported module: https://site.example/assets/Send-BWx0q2Rz.js'],
    ['Firefox', 'error loading dynamically imported module: https://site.example/assets/Send-BWx0q2Rz.js'],
    ['WebKit', 'Importing a module script failed.'],
    ['webpack', 'Loading chunk 712 failed.\n(missing: https://site.example/_next/static/chunks/712.js)'],
    ['webpack, styles', 'Loading CSS chunk 712 failed.\n(/_next/static/css/712.css)'],
    ['Turbopack', 'Failed to load chunk /_next/static/chunks/712.js from module 4711'],
    ['Vite', 'Unable to preload CSS for /assets/Send-BWx0q2Rz.css'],
  ])('recognises code that %s could not load, also with a plugin’s name in the error', (_name, message) => {
    const error = new TypeError(message)
    expect(failureOf(error)).toBe('CHUNK_FAILED')
    expect(failureOf(pluginError('tip', ' to load', error))).toBe('CHUNK_FAILED')
  })

  it.each([
    ['its own request failed, in Chromium', new TypeError('Failed to fetch')],
    ['its own request failed, in Firefox', new TypeError('NetworkError when attempting to fetch resource.')],
    ['its own request failed, in WebKit', new TypeError('Load failed')],
    ['it threw', new RangeError('Incorrect locale information provided')],
    ['its code threw as it was read', new SyntaxError("Unexpected token '<'")],
    ['it took too long', undefined],
  ])('recognises a plugin that did not start because %s', (_name, cause) => {
    expect(failureOf(new PluginError('tip', ' in setup', cause))).toBe('PLUGIN_FAILED')
  })

  it('treats any other error as a view that threw', () => {
    const hostile = Object.defineProperty({}, 'cause', {
      get: () => {
        throw new Error('no')
      },
    })
    for (const error of [new RangeError('broken at render'), 'text', undefined, null, hostile])
      expect(failureOf(error)).toBe('VIEW_FAILED')
  })
})
