import css from '@eslint/css'
import hooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

const forbidden = [
  {
    selector: "CallExpression[callee.object.name='vi'][callee.property.name='mock']",
    message: 'Use a real part instead of vi.mock.',
  },
  {
    selector: 'MemberExpression[property.name=/^(innerHTML|outerHTML|insertAdjacentHTML|srcdoc)$/]',
    message: 'Build nodes; never parse markup (Trusted Types).',
  },
  {
    selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']",
    message: 'Build nodes; never parse markup (Trusted Types).',
  },
  {
    selector: "JSXAttribute[name.name='style']",
    message: 'Inline styles break under a strict CSP; use the sheet or a CSSOM property.',
  },
]

/** Only runtime/lib/locale.ts may pass a locale to Intl, because it checks first that Intl accepts the locale. */
const unjudged = [
  {
    selector:
      "MemberExpression[object.name='Intl'][property.name=/^(NumberFormat|DisplayNames|RelativeTimeFormat|PluralRules|ListFormat|Collator|DurationFormat|Locale)$/]",
    message: 'Take the format from runtime/lib/locale.ts: a browser may name a locale that Intl refuses.',
  },
  {
    selector:
      "MemberExpression[object.name='Intl'][property.name=/^(DateTimeFormat|Segmenter)$/]:not([parent.arguments.length=0])",
    message: 'Take the format from runtime/lib/locale.ts: a browser may name a locale that Intl refuses.',
  },
  {
    selector:
      'MemberExpression[property.name=/^(toLocale(String|DateString|TimeString|UpperCase|LowerCase)|localeCompare)$/]',
    message: 'Write it by runtime/lib/locale.ts, which judges the locale.',
  },
  {
    selector: 'MemberExpression[object.name=/navigator$/][property.name=/^languages?$/]',
    message: 'Ask localeOf() of runtime/lib/locale.ts.',
  },
]

const CODE = ['**/*.{js,mjs,cjs,ts,tsx}']

/** Physical sizes are allowed, because text is always horizontal here, and a mirrored page keeps them. */
const SIZES = {
  allowProperties: ['width', 'height', 'min-width', 'min-height', 'max-width', 'max-height'],
  allowUnits: ['dvh', 'cqw'],
}

/** Refuses a shorthand whose left and right differ, because it stays the same when the page is mirrored. */
const mirrored = {
  rules: {
    'same-sides': {
      create: (context) => ({
        Declaration(node) {
          if (!/^(?:margin|padding|inset|scroll-(?:margin|padding))$/.test(node.property)) return
          const { sourceCode } = context
          const [, right, , left] = node.value.children?.map((each) => sourceCode.getText(each)) ?? []
          if (left === undefined || left === right) return
          const message = `Write ${node.property}-block and ${node.property}-inline: these four values do not mirror.`
          context.report({ node, message })
        },
      }),
    },
  },
}

/** Test files of a process share its modules, so a module's own hook would run for the first file that imports it only. */
const hooksOfModules = {
  selector: 'Program > ExpressionStatement > CallExpression[callee.name=/^(before|after)(Each|All)$/]',
  message: 'Use onTestFinished in the function, or let each test file call a function that adds the hook.',
}

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/generated/**',
      '**/*.css.ts',
      'templates/**',
      'tests/examples/**',
      'tests/cli/import/projects/**',
      '.demo/**',
      '.cache/**',
      'coverage/**',
    ],
  },
  // oxlint runs the rules that need types (.oxlintrc.json), because its type checker is much faster.
  ...tseslint.configs.recommended.map((config) => ({ files: CODE, ...config })),
  {
    files: ['**/*.css'],
    language: 'css/css',
    plugins: { css, mirrored },
    rules: {
      'css/no-duplicate-imports': 'error',
      'css/no-duplicate-keyframe-selectors': 'error',
      'css/no-empty-blocks': 'error',
      'css/no-invalid-at-rules': 'error',
      // The tokens are in another file: runtime/ui/theme.css.
      'css/no-invalid-properties': ['error', { allowUnknownVariables: true }],
      'css/no-unmatchable-selectors': 'error',
      'css/prefer-logical-properties': ['error', SIZES],
      'mirrored/same-sides': 'error',
    },
  },
  {
    files: CODE,
    plugins: { 'react-hooks': hooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      'no-eval': 'error',
      'no-new-func': 'error',
      'no-restricted-syntax': ['error', ...forbidden],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['runtime/**', 'plugins/**'],
    ignores: ['runtime/lib/locale.ts'],
    rules: { 'no-restricted-syntax': ['error', ...forbidden, ...unjudged] },
  },
  {
    // Functions that a stranger can read without scrolling. Not in test files: the functions of `describe` hold every test.
    files: CODE,
    ignores: ['**/*.test.{ts,tsx}'],
    rules: { 'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }] },
  },
  {
    files: ['tests/**'],
    rules: {
      'react-hooks/rules-of-hooks': 'off',
      'no-restricted-properties': [
        'error',
        { object: 'vi', property: 'waitFor', message: 'It waits one second only: use support/waitFor.ts.' },
      ],
    },
  },
  { files: ['tests/support/waitFor.ts'], rules: { 'no-restricted-properties': 'off' } },
  {
    files: ['tests/**'],
    // Vitest runs leftGlobals.ts anew before each file.
    ignores: ['tests/**/*.test.{ts,tsx}', 'tests/support/leftGlobals.ts'],
    rules: { 'no-restricted-syntax': ['error', ...forbidden, hooksOfModules] },
  },
)
