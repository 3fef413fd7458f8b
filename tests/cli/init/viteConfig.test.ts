import { describe, expect, it } from 'vitest'
import { addVitePlugin } from '../../../cli/init/viteConfig.ts'
import { loadParse } from '../../../cli/stages/parse.ts'

const parse = await loadParse()

describe('addVitePlugin', () => {
  const edit = (text: string, file = 'vite.config.ts') => addVitePlugin(file, text, parse)
  const edited = (text: string) => {
    const result = edit(text)
    return result.done === 'edited' ? result.text : result.done
  }

  it.each([
    [
      "import react from '@vitejs/plugin-react'\nexport default defineConfig({ plugins: [react()] })\n",
      "import react from '@vitejs/plugin-react'\nimport { walletkit } from 'walletkit/vite'\nexport default defineConfig({ plugins: [react(), walletkit()] })\n",
    ],
    [
      'import { defineConfig } from "vite";\r\n\r\n// ours\r\nexport default defineConfig({\r\n  plugins: [\r\n    a(),\r\n  ],\r\n});\r\n',
      'import { defineConfig } from "vite";\r\nimport { walletkit } from "walletkit/vite";\r\n\r\n// ours\r\nexport default defineConfig({\r\n  plugins: [\r\n    a(),\r\n    walletkit(),\r\n  ],\r\n});\r\n',
    ],
    ['export default {}', "import { walletkit } from 'walletkit/vite'\n\nexport default { plugins: [walletkit()] }"],
    [
      "import { x } from 'x'\nconst config = { server: { port: 1 } } satisfies UserConfig\nexport default config\n",
      "import { x } from 'x'\nimport { walletkit } from 'walletkit/vite'\nconst config = { plugins: [walletkit()], server: { port: 1 } } satisfies UserConfig\nexport default config\n",
    ],
    [
      'export default defineConfig({\n  base: "/",\n  plugins: [],\n})\n',
      'import { walletkit } from \'walletkit/vite\'\n\nexport default defineConfig({\n  base: "/",\n  plugins: [walletkit()],\n})\n',
    ],
    [
      "import a from 'a'\nexport default { ...base, 'plugins': [a()] }\n",
      "import a from 'a'\nimport { walletkit } from 'walletkit/vite'\nexport default { ...base, 'plugins': [a(), walletkit()] }\n",
    ],
  ])('adds the plugin to %j', (before, after) => {
    expect(edited(before)).toBe(after)
    expect(edit(after)).toEqual({ done: 'already' })
  })

  it.each([
    ['a function', 'export default defineConfig(({ mode }) => ({ plugins: [] }))', 'shape'],
    ['plugins from elsewhere', 'export default { plugins: list }', 'shape'],
    ['a spread', 'export default { ...base }', 'shape'],
    ['a spread that may replace the plugins', 'export default { plugins: [a()], ...base }', 'shape'],
    ['a computed key', "export default { ['plugins']: [a()] }", 'shape'],
    ['two lists', 'export default { plugins: [a()], plugins: [b()] }', 'shape'],
    ['a name that is imported', "import config from './x'\nexport default config", 'shape'],
    ['a name that is itself', 'const a = a\nexport default a', 'shape'],
    ['CommonJS', 'module.exports = { plugins: [] }', 'shape'],
    ['an error', 'export default {', 'parse'],
  ])('leaves %s unchanged', (_, text, because) => {
    expect(edit(text)).toEqual({ done: 'unclear', because })
  })
})
