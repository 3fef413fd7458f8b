/** A frame of 600 px in every state: search and switch stay, and the grid scrolls and fades out at the bottom. */
export default `
.all{position:relative;display:flex;flex-direction:column;height:min(536px,calc(100dvh - 96px))}
.all-top{padding:0 16px}.certified-row{display:flex;align-items:center;gap:10px;height:48px;color:var(--wk-text-2)}
.switch-hit{display:grid;place-items:center;min-width:44px;height:44px;margin-inline-end:-2px}
.all-scroll{flex:1;min-height:0;overflow:hidden auto;overscroll-behavior:contain;padding:0 12px;scrollbar-width:thin}
.all-scroll{contain:content}.all[data-more]::after{content:"";position:absolute;inset:auto 0 0;height:48px;background:linear-gradient(transparent,var(--wk-surface-0));pointer-events:none}
.grid{position:relative;margin-bottom:8px}.grid>li{position:absolute;width:calc(25% - 6px);height:92px;contain:layout style}
.grid>:nth-child(4n+2){inset-inline-start:calc(25% + 2px)}.grid>:nth-child(4n+3){inset-inline-start:calc(50% + 4px)}.grid>:nth-child(4n){inset-inline-start:calc(75% + 6px)}
.cell{display:grid;justify-items:center;align-content:start;gap:8px;width:100%;height:92px;padding:8px 2px;border-radius:calc(var(--r)*4)}
button.cell:hover{background:var(--wk-surface-1)}.cell .name{max-width:72px}button.cell:hover .name{color:var(--wk-text-1)}
.cell:disabled{opacity:.5}.cell .badged>svg{position:absolute;inset-block-end:-3px;inset-inline-end:-3px;width:16px;height:16px;padding:3px;border-radius:50%;background:var(--wk-accent);color:var(--wk-on-accent);box-shadow:0 0 0 2px var(--wk-surface-0)}
.bone-48{width:48px;height:48px;border-radius:25%}.grid-bones{display:grid;grid-template-columns:repeat(4,1fr);gap:8px}
.sentinel{height:1px}.all .state{padding-block:32px}
`
