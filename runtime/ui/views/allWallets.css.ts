/** A frame of 600 px in every state: search and switch stay, the grid scrolls under a fading edge. */
export default `
.all{display:flex;flex-direction:column;height:min(536px,calc(100dvh - 96px))}
.all-top{padding:0 16px}.certified-row{display:flex;align-items:center;gap:10px;height:48px;color:var(--wk-text-2)}
.switch-hit{display:grid;place-items:center;min-width:44px;height:44px;margin-inline-end:-2px}
.all-scroll{flex:1;min-height:0;overflow:hidden auto;overscroll-behavior:contain;padding:0 12px;scrollbar-width:thin}
.all[data-more] .all-scroll{mask-image:linear-gradient(#000 calc(100% - 48px),transparent)}
.grid{display:grid;grid-template-columns:repeat(4,1fr);gap:8px;padding-bottom:16px}
.cell{display:grid;justify-items:center;align-content:start;gap:8px;width:100%;height:92px;padding:8px 2px;border-radius:calc(var(--r)*4)}
button.cell:hover{background:var(--wk-surface-1)}.cell .name{max-width:72px}button.cell:hover .name{color:var(--wk-text-1)}
.mark{position:absolute;inset-block-end:-3px;inset-inline-end:-3px;display:grid;place-items:center;width:16px;height:16px;border-radius:50%;background:var(--wk-accent);color:var(--wk-on-accent);box-shadow:0 0 0 2px var(--wk-surface-0)}
.bone-48{width:48px;height:48px;border-radius:25%}.grid-bones{display:grid;grid-template-columns:repeat(4,1fr);gap:8px}
.sentinel{height:1px}.all .state{padding-block:32px}
`
