/** The waiting screens: a ring around a tile, a headline that says who must act, and one button. */
export default `
.wait{padding:36px 16px 20px}
.ring{position:relative;display:grid;place-items:center;width:104px;height:104px}
.ring>svg{position:absolute;inset:0}
.ring-track{stroke:var(--wk-line)}
.ring[data-failed] .ring-track{stroke:color-mix(in srgb,var(--wk-error) calc(var(--wk-tint)*1.5),transparent)}
.ring-arc{stroke:var(--wk-accent);stroke-dasharray:26 74;animation:ring 1.2s linear infinite}
.ring-mark{position:absolute;inset-block-end:2px;inset-inline-end:2px;display:grid;place-items:center;width:32px;height:32px;border-radius:50%;background:var(--wk-error);color:var(--wk-surface-0);box-shadow:0 0 0 3px var(--wk-surface-0)}
.wait-words{min-height:72px;margin-top:24px}.wait-words .text{margin-top:4px}
.wait-action{width:100%;min-height:48px;margin-top:28px;display:grid;place-items:center}
.wait+.foot{min-height:60px}
@keyframes ring{from{stroke-dashoffset:0}to{stroke-dashoffset:-100}}
@media (prefers-reduced-motion:reduce){.ring-arc{animation:fade-pulse 1s infinite}}
@keyframes fade-pulse{50%{opacity:.4}}
`
