/** The three alerts of the spec: their texts are in one catalogue, and the screen shows exactly these. */
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { CORE_ERRORS, coreError } from '../../../runtime/errors/catalogue.ts'
import { report } from '../../../runtime/state/report.ts'
import { KitContext } from '../../../runtime/ui/context.ts'
import { Alert } from '../../../runtime/ui/shell/Alert.tsx'
import { makeKit } from '../../support/kit.ts'

it('has one entry for each alert, and shows its text [S8.alert.03]', () => {
  const codes = ['PROJECT_ID_MISSING', 'NETWORK_NOT_FOUND', 'SOCIAL_TIMEOUT'] as const
  const texts = codes.map((code) => CORE_ERRORS[code].message)
  expect(new Set(texts).size).toBe(codes.length)
  for (const code of codes) {
    expect(CORE_ERRORS[code].show).toBe('alert')
    const kit = makeKit()
    report(kit, coreError(code), code)
    const html = renderToString(
      <KitContext.Provider value={{ kit, root: undefined as never, preload: () => undefined }}>
        <Alert />
      </KitContext.Provider>,
    )
    expect(html).toContain(`data-code="${code}"`)
    expect(html).toContain(`>${CORE_ERRORS[code].message}<`)
  }
})
