/** Layout of the social logins. */
export default `
.socials{display:grid;grid-template-columns:minmax(0,1fr);gap:8px}.social-tiles{display:grid;grid-auto-flow:column;grid-auto-columns:minmax(0,1fr);gap:8px}
.social-tiles .button{padding:0}.social-tiles .dots{width:20px;height:20px;color:var(--wk-text-2)}
.socials .button:disabled svg,.social-list .row:disabled svg{opacity:.5}
.social-list .tile,.social-wait .tile{color:var(--wk-text-1)}
.social-wait{padding:36px 16px 20px}.social-wait .words{min-height:72px;margin-top:24px}.social-wait .words .text{margin-top:4px}
.social-wait .do{width:100%;min-height:48px;margin-top:28px;display:grid;justify-items:stretch}.social-wait .do>.button:only-child[data-size=m]{justify-self:center}
.social-ring{position:relative;display:grid;place-items:center;width:104px;height:104px}.social-ring>svg{position:absolute;inset:0}
.social-ring .track{stroke:var(--wk-line)}.social-ring[data-failed] .track{stroke:color-mix(in srgb,var(--wk-error) calc(var(--wk-tint)*1.5),transparent)}
.social-ring .arc{stroke:var(--wk-accent);stroke-dasharray:26 74;animation:social-ring 1.2s linear infinite}
.social-ring .mark{position:absolute;inset-block-end:2px;inset-inline-end:2px;display:grid;place-items:center;width:32px;height:32px;border-radius:50%;background:var(--wk-error);color:var(--wk-surface-0);box-shadow:0 0 0 3px var(--wk-surface-0)}
@keyframes social-ring{from{stroke-dashoffset:0}to{stroke-dashoffset:-100}}
@keyframes social-pulse{50%{opacity:.4}}
@media (prefers-reduced-motion:reduce){.social-ring .arc{animation:social-pulse 1s infinite}}
a.button{color:inherit}a.button[data-kind=primary]{color:var(--wk-on-accent)}
.social-code{position:relative;aspect-ratio:1}.social-code .qr{width:100%;height:100%}.social-code .tile{background:#12141a;color:#fff}.social-code .tile svg{width:24px;height:24px}
.social-blank{position:absolute;inset:0;display:grid;place-items:center;background:#fff;border-radius:calc(var(--r)*5);box-shadow:inset 0 0 0 1px rgba(18,20,26,.08)}
.social-blank::before{content:"";position:absolute;inset:20px;background:radial-gradient(circle,#ebedf1 30%,transparent 34%) 0 0/8px 8px}.social-blank .tile{outline:8px solid #fff}
.social-words{min-height:48px;margin:16px 0}.social-words .text{max-width:none}
.social-links{display:grid;grid-template-columns:1fr 1fr;gap:8px}.social-copy{margin-top:4px;min-height:44px;display:grid;place-items:center}
`
