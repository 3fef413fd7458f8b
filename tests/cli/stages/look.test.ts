import fc from 'fast-check'
import { expect, it } from 'vitest'
import { DEFAULTS, PRESETS } from '../../../cli/presets.ts'
import { emitPlugins } from '../../../cli/stages/emit.ts'
import { loadConfig } from '../../../cli/stages/load.ts'
import { faintTexts, lookOf, paletteOf } from '../../../cli/stages/look.ts'
import { select } from '../../../cli/stages/select.ts'
import sheet from '../../../runtime/ui/theme.css.ts'
import schema from '../../../schema/base.schema.json' with { type: 'json' }
import { CONFIG, folder } from '../project.ts'

const names = Object.keys(PRESETS)

it('stands on the colours of the modal’s own style sheet', () => {
  const tokensOf = (selector: string): Record<string, string> => {
    const [, rule = ''] = new RegExp(`(?:^|\\})${selector}\\{([^}]*)\\}`).exec(sheet) ?? []
    return Object.fromEntries(
      [...rule.matchAll(/(--wk-[\w-]+):(#[\da-f]+)(?=;|$)/g)].map(
        ([, name = '', value = '']) => [name, value] as const,
      ),
    )
  }
  expect(DEFAULTS).toEqual({ light: tokensOf(':host'), dark: tokensOf(':host\\(\\[data-theme=dark\\]\\)') })
})

it('the schema lists every preset, and the default look', () => {
  expect(schema.properties.theme.properties.preset.enum).toEqual(['default', ...names])
})

it.each(['default', ...names])('every text of %s can be read, in light and in dark', (preset) => {
  expect(faintTexts({ preset })).toEqual([])
  const { '--wk-surface-0': day } = paletteOf({ preset }, 'light')
  const { '--wk-surface-0': night } = paletteOf({ preset }, 'dark')
  expect(day).toMatch(/^#f/)
  expect(night).toMatch(/^#[012]/)
})

it('any accent can be read, on the default look and on each preset', () => {
  const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
  fc.assert(
    fc.property(colour, fc.constantFrom('default', ...names), (accent, preset) => {
      const faint = faintTexts({ accent, preset })
      expect(faint.filter(({ text }) => text === '--wk-accent-text')).toEqual([])
      // Black or white has enough contrast on any colour.
      expect(faint.filter(({ text }) => text === '--wk-on-accent')).toEqual([])
    }),
  )
})

it('is a style sheet for light and for dark, and nothing for the default look', () => {
  expect(lookOf({})).toBeUndefined()
  expect(lookOf({ preset: 'default', mode: 'dark' })).toBeUndefined()
  expect(lookOf({ preset: 'paper' })).toMatch(
    /^:host\{[^{}]*--wk-surface-0:#fdfaf3;[^{}]*\}:host\(\[data-theme=dark\]\)\{[^{}]+\}$/,
  )
  expect(lookOf({ accent: '#f5c400' })).toContain('--wk-accent:#f5c400;--wk-on-accent:#12141a')
})

it('loads with the plugins, and leaves the config that every page carries', async () => {
  const theme = { preset: 'bloom', mode: 'dark', accent: '#112233' }
  const text = JSON.stringify({ ...(JSON.parse(CONFIG) as object), theme })
  const selection = select(await loadConfig(await folder({ 'walletkit.config.json': text })))
  if (!selection) throw new Error('refused')
  expect(emitPlugins(selection, '/')).toContain('look: ":host{')
})

it('walletkit check says which texts of a site’s own colours are hard to read', async () => {
  const variables = { '--wk-text-2': '#cccccc', '--wk-surface-3': 'rgb(1, 2, 3)' }
  const text = JSON.stringify({ ...(JSON.parse(CONFIG) as object), theme: { mode: 'light', variables } })
  const selection = select(await loadConfig(await folder({ 'walletkit.config.json': text })))
  expect(selection?.notes.filter((note) => note.startsWith('theme:'))).toEqual([
    expect.stringContaining('--wk-text-2 on --wk-surface-0 has a contrast of 1.6 in light mode'),
    expect.stringContaining('--wk-text-2 on --wk-surface-1'),
    expect.stringContaining('--wk-text-2 on --wk-surface-2'),
  ])
})
