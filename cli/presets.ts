/** Sets of design tokens that a config names with `theme.preset`. A test checks the contrast of each. */

export type Tokens = Readonly<Record<string, string>>
export type Preset = { both: Tokens; light: Tokens; dark: Tokens }
export type PresetName = 'soft' | 'sharp' | 'midnight' | 'paper' | 'terminal' | 'bloom'

const tokens = (each: Record<string, string>): Tokens =>
  Object.fromEntries(Object.entries(each).map(([name, value]) => [`--wk-${name}`, value]))

const surfaces = (...[a = '', b = '', c = '', d = '']: string[]) => ({
  'surface-0': a,
  'surface-1': b,
  'surface-2': c,
  'surface-3': d,
})
const texts = (...[a = '', b = '', c = '']: string[]) => ({ 'text-1': a, 'text-2': b, 'text-3': c })
const accent = (own: string, on: string, text: string) => ({ accent: own, 'on-accent': on, 'accent-text': text })

/**
 * The default look's colours, which presets and accents build on. A test compares them with the modal's style sheet.
 */
export const DEFAULTS: Readonly<Record<'light' | 'dark', Tokens>> = {
  light: tokens({
    'surface-0': '#fff',
    'surface-1': '#f5f6f8',
    'surface-2': '#ebedf1',
    'surface-3': '#dde0e7',
    'text-1': '#12141a',
    'text-2': '#535967',
    'text-3': '#646a78',
    line: '#12141a14',
    'line-2': '#12141a29',
    accent: '#3350e9',
    'on-accent': '#fff',
    'accent-text': '#2b46d6',
    success: '#0b7041',
    warning: '#855000',
    error: '#be2138',
    overlay: '#0e10183d',
    'tile-line': '#12141a0f',
    'toast-success': '#4fc78d',
    'toast-error': '#ff8e97',
  }),
  dark: tokens({
    'surface-0': '#17181c',
    'surface-1': '#1f2126',
    'surface-2': '#292b32',
    'surface-3': '#373a43',
    'text-1': '#f3f4f6',
    'text-2': '#a9aeba',
    'text-3': '#9096a3',
    line: '#ffffff14',
    'line-2': '#ffffff29',
    accent: '#4a62f0',
    'accent-text': '#9daeff',
    success: '#4fc78d',
    warning: '#f0b44c',
    error: '#ff8e97',
    overlay: '#0000008f',
    'tile-line': '#ffffff14',
    'toast-success': '#0b7041',
    'toast-error': '#be2138',
  }),
}

export const PRESETS: Readonly<Record<PresetName, Preset>> = {
  /** Rounder, with a calmer accent. */
  soft: {
    both: tokens({ 'border-radius-master': '6px' }),
    light: tokens({
      ...surfaces('#ffffff', '#f7f6fb', '#eeecf6', '#e0ddee'),
      ...accent('#6c4fe0', '#ffffff', '#5b3fd1'),
    }),
    dark: tokens({
      ...surfaces('#1b1a21', '#24232c', '#2f2d39', '#3d3b4a'),
      ...accent('#7458e8', '#ffffff', '#b8a8ff'),
    }),
  },
  /** Straight edges and strong lines, in black and white. */
  sharp: {
    both: tokens({ 'border-radius-master': '0px' }),
    light: tokens({
      ...surfaces('#ffffff', '#f4f4f4', '#e9e9e9', '#d6d6d6'),
      ...texts('#000000', '#3d3d3d', '#595959'),
      ...accent('#111111', '#ffffff', '#111111'),
      line: 'rgba(0, 0, 0, 0.16)',
      'line-2': 'rgba(0, 0, 0, 0.4)',
    }),
    dark: tokens({
      ...surfaces('#0c0c0c', '#171717', '#242424', '#363636'),
      ...texts('#ffffff', '#c6c6c6', '#a3a3a3'),
      ...accent('#f2f2f2', '#111111', '#f2f2f2'),
      line: 'rgba(255, 255, 255, 0.18)',
      'line-2': 'rgba(255, 255, 255, 0.42)',
    }),
  },
  /** Deep blue in dark mode, a cool white in light mode. */
  midnight: {
    both: tokens({ 'border-radius-master': '4px' }),
    light: tokens({
      ...surfaces('#fbfcff', '#f0f4fd', '#e3eaf9', '#d0dbf3'),
      ...texts('#0b1633', '#44527a', '#55628a'),
      ...accent('#1f4fd8', '#ffffff', '#1b45c2'),
    }),
    dark: tokens({
      ...surfaces('#0b1126', '#121a35', '#1b2546', '#27335c'),
      ...texts('#eef2ff', '#a9b6dd', '#8d9bc6'),
      ...accent('#4f7cff', '#05081a', '#9bb6ff'),
      line: 'rgba(160, 185, 255, 0.12)',
      'line-2': 'rgba(160, 185, 255, 0.24)',
    }),
  },
  /** Warm colours, like print, with a serif font. */
  paper: {
    both: tokens({
      'border-radius-master': '2px',
      'font-family': "'Iowan Old Style', 'Palatino Linotype', Palatino, 'Book Antiqua', Georgia, serif",
    }),
    light: tokens({
      ...surfaces('#fdfaf3', '#f6f0e3', '#ece3d0', '#ddd0b6'),
      ...texts('#2a2118', '#5d5040', '#6a5c4a'),
      ...accent('#8a3b1e', '#ffffff', '#7d3419'),
      line: 'rgba(70, 50, 20, 0.12)',
      'line-2': 'rgba(70, 50, 20, 0.26)',
    }),
    dark: tokens({
      ...surfaces('#1d1914', '#27221b', '#332d24', '#443c30'),
      ...texts('#f4ecdd', '#c3b59d', '#a99b84'),
      ...accent('#e08a5f', '#1d1006', '#eba27c'),
      line: 'rgba(255, 235, 200, 0.1)',
      'line-2': 'rgba(255, 235, 200, 0.22)',
    }),
  },
  /** Like a terminal: a monospaced font, and one green. */
  terminal: {
    both: tokens({
      'border-radius-master': '1px',
      'font-family': "ui-monospace, 'SF Mono', 'Cascadia Code', Menlo, Consolas, monospace",
    }),
    light: tokens({
      ...surfaces('#f6f8f4', '#ebefe7', '#dee5d8', '#ccd6c3'),
      ...texts('#10190c', '#42513a', '#4f5e47'),
      ...accent('#1d6b1f', '#ffffff', '#1a601c'),
    }),
    dark: tokens({
      ...surfaces('#0a0f0a', '#111911', '#1a251a', '#263526'),
      ...texts('#d9f7d6', '#8fc48a', '#7aab76'),
      ...accent('#3ddc5a', '#04130a', '#5be673'),
      line: 'rgba(110, 255, 130, 0.14)',
      'line-2': 'rgba(110, 255, 130, 0.3)',
    }),
  },
  /** Plum and rose. */
  bloom: {
    both: tokens({ 'border-radius-master': '7px' }),
    light: tokens({
      ...surfaces('#fffafc', '#fdeff5', '#f9e0ec', '#f2cadd'),
      ...texts('#33122a', '#71446a', '#7b4c73'),
      ...accent('#c2297a', '#ffffff', '#ad1f6a'),
    }),
    dark: tokens({
      ...surfaces('#20101d', '#2c1828', '#3a2235', '#4e3048'),
      ...texts('#fdeef8', '#d3a8c8', '#bb8fb0'),
      ...accent('#ff5fae', '#2a0519', '#ff94c8'),
      line: 'rgba(255, 190, 230, 0.12)',
      'line-2': 'rgba(255, 190, 230, 0.24)',
    }),
  },
}
