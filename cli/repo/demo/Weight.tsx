import { useEffect, useState } from 'react'

type Totals = { files: number; bytes: number; requests: number; hosts: string[] }

/** The files, bytes, other requests and hosts that the browser has fetched for this page so far. */
function measure(): Totals {
  const all = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const scripts = all.filter(({ initiatorType, name }) => initiatorType === 'script' || /\.[jt]sx?($|\?)/.test(name))
  return {
    files: scripts.length,
    bytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    requests: all.length - scripts.length,
    hosts: [...new Set(all.map(({ name }) => new URL(name).host))],
  }
}

export function Weight() {
  const [totals, setTotals] = useState(measure)
  useEffect(() => {
    const observer = new PerformanceObserver(() => setTotals(measure()))
    observer.observe({ type: 'resource' })
    return () => observer.disconnect()
  }, [])
  return (
    <section aria-labelledby="weight">
      <h2 id="weight">What it cost this page</h2>
      <dl className="figures">
        <div>
          <dt>Script files</dt>
          <dd>{totals.files}</dd>
        </div>
        <div>
          <dt>Bytes of script</dt>
          <dd>{totals.bytes.toLocaleString()}</dd>
        </div>
        <div>
          <dt>Other requests</dt>
          <dd>{totals.requests}</dd>
        </div>
        <div>
          <dt>Hosts</dt>
          <dd>{totals.hosts.join(', ')}</dd>
        </div>
      </dl>
      <p className="note">
        Of the development server, which sends files as they are written, React included. A build loads 6 kB of
        walletkit before anything is asked for: <code>npm run build</code> prints it.
      </p>
    </section>
  )
}
