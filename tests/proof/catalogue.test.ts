/** Opens every state of every view by its fixture: the page must not throw. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shotsOf } from '../catalogue/states.ts'
import { catalogue } from '../catalogue/views/index.ts'
import { visit, visitOf } from '../catalogue/visit.ts'
import { useBrowser } from '../support/browser.ts'
import { networkIds } from '../../schema/networks.ts'
import { buildPage } from '../support/buildPage.ts'
import { useSandbox } from '../support/sandbox.ts'
import { type Served, serveFolder } from '../support/serve.ts'

const sandbox = useSandbox()
const browser = useBrowser()
let site: Served | undefined
beforeAll(async () => {
  site = await serveFolder(await buildPage('catalogue', new URL('../catalogue/page', import.meta.url), networkIds()))
})
afterAll(() => site?.stop())

describe.each(Object.entries(catalogue))('%s', (view, states) => {
  it.each(shotsOf({ [view]: states }).map((shot) => [shot.state, shot] as const))('%s', async (_, shot) => {
    sandbox().faults.clear()
    sandbox().relay.clear()
    sandbox().login.clear()
    const { page, context, faults } = await visit(browser(), site?.url ?? '', sandbox(), shot)
    await shot.reach(visitOf(page, context, sandbox()))
    expect(faults).toEqual([])
    await context.close()
  })
})
