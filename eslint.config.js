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

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/generated/**',
      'templates/**',
      'tests/examples/**',
      '.demo/**',
      '.cache/**',
      'coverage/**',
    ],
  },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['*.js', 'cli/repo/*.mjs'] },
        tsconfigRootDir: import.meta.dirname,
      },
    },
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
      '@typescript-eslint/restrict-template-expressions': 'off',
      '@typescript-eslint/require-await': 'off',
    },
  },
  { files: ['tests/**'], rules: { 'react-hooks/rules-of-hooks': 'off' } },
  { files: ['**/*.mjs', '*.js'], ...tseslint.configs.disableTypeChecked },
)
