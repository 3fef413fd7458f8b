import { useState } from 'react'
import { useTheme } from 'walletkit/react'
import { choose, chosen } from './language.ts'
import { LOOKS } from './looks.ts'

/** The languages to choose from. Each is shown by its own name, because its readers look for that. */
const LANGUAGES = ['en', 'ar', 'de', 'es', 'fr', 'hi', 'ja', 'ko', 'pt-BR', 'ru', 'tr', 'vi', 'zh-Hans']
const nameOf = (tag: string) => new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag

export function Look() {
  const { themeMode, setThemeMode, setThemeVariables } = useTheme()
  const [preset, setPreset] = useState('default')
  const [accent, setAccent] = useState('')
  const show = (name: string, colour: string, mode: 'light' | 'dark') => {
    setPreset(name)
    setAccent(colour)
    setThemeVariables({
      ...LOOKS[name]?.[mode],
      ...(colour && { '--wk-accent': colour, '--wk-accent-text': colour }),
    })
  }
  const turn = (mode: 'light' | 'dark') => {
    setThemeMode(mode)
    show(preset, accent, mode)
  }
  return (
    <section aria-labelledby="look">
      <h2 id="look">How it looks and speaks</h2>
      <div className="fields">
        <label>
          Preset
          <select value={preset} onChange={({ target }) => show(target.value, accent, themeMode)}>
            {Object.keys(LOOKS).map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <label>
          Mode
          <select value={themeMode} onChange={({ target }) => turn(target.value === 'dark' ? 'dark' : 'light')}>
            <option>light</option>
            <option>dark</option>
          </select>
        </label>
        <label>
          Accent
          <input
            type="color"
            value={accent || '#3350e9'}
            onChange={({ target }) => show(preset, target.value, themeMode)}
          />
        </label>
        <label>
          Language
          <select value={chosen} onChange={({ target }) => choose(target.value)}>
            <option value="">of the browser</option>
            {LANGUAGES.map((tag) => (
              <option key={tag} value={tag} lang={tag}>
                {nameOf(tag)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <p className="note">
        The same words stand in walletkit.config.json: <code>theme.preset</code>, <code>theme.accent</code>,{' '}
        <code>languages</code>.
      </p>
    </section>
  )
}
