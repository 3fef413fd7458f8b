import { createContext, runInContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { testWalletScript } from '../../../runtime/test/script.ts'

type Detail = { info: { name: string }; provider: { request: (asked: { method: string }) => Promise<unknown> } }

describe('the test wallet as a script', () => {
  it('installs itself in a page that has no module of ours, with the options that it carries', async () => {
    const script = await testWalletScript({
      chains: [{ id: 31337, rpcUrl: 'http://127.0.0.1:1/' }],
      name: '</script>',
      expose: true,
      switches: { answer: 'reject' },
    })
    expect(script).not.toContain('</script>')

    const target = new EventTarget()
    const heard: Detail[] = []
    target.addEventListener('eip6963:announceProvider', (event) => heard.push((event as CustomEvent<Detail>).detail))
    const page = createContext({
      ...{ CustomEvent, Event, crypto, structuredClone, TextEncoder, TextDecoder, setTimeout, clearTimeout, URL },
      addEventListener: target.addEventListener.bind(target),
      dispatchEvent: target.dispatchEvent.bind(target),
    })
    runInContext(script, page)
    expect(heard[0]?.info.name).toBe('</script>')
    await expect(heard[0]?.provider.request({ method: 'eth_chainId' })).resolves.toBe('0x7a69')
    await expect(heard[0]?.provider.request({ method: 'eth_requestAccounts' })).rejects.toMatchObject({ code: 4001 })
    expect(runInContext('Object.keys(__walletkitTest)', page)).toEqual(['org.walletkit.test'])
  })
})
