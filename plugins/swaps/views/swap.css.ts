/** Layout of the swap panel. */
export default `
.swap-cards{position:relative;display:grid;grid-template-columns:minmax(0,1fr);gap:4px}
.swap-card{padding:16px;border-radius:calc(var(--r)*4);background:var(--wk-surface-1)}
.swap-card[data-focus]:focus-within{box-shadow:inset 0 0 0 2px var(--wk-accent)}.swap-card[data-focus]:has(button:focus-visible){box-shadow:none}
.swap-card>.note{font-size:calc(13*var(--fs));line-height:calc(20*var(--fs))}
.swap-line{display:flex;align-items:center;justify-content:space-between;gap:12px;min-width:0}
.swap-line+.swap-line{margin-top:8px;min-height:20px;color:var(--wk-text-2)}
.swap-amount{flex:1;min-width:0;width:100%;height:44px;font-size:calc(36*var(--fs));line-height:calc(44*var(--fs));font-weight:600;letter-spacing:-.028em;font-variant-numeric:tabular-nums;caret-color:var(--wk-accent);padding:0;border:0;background:none;color:inherit;border-radius:0;overflow:hidden;white-space:nowrap}
.swap-amount:focus-visible{box-shadow:none}:dir(rtl)>input.swap-amount{text-align:right}.swap-amount::placeholder{color:var(--wk-text-3)}.swap-amount[data-estimate]{color:var(--wk-text-3)}
.swap-amount[data-length="2"]{font-size:calc(28*var(--fs))}.swap-amount[data-length="3"]{font-size:calc(20*var(--fs))}.swap-amount[data-length="4"]{font-size:calc(16*var(--fs))}.swap-amount[data-length="5"]{font-size:calc(14*var(--fs));letter-spacing:-.04em}
.swap-card[data-over] .swap-amount,.swap-card[data-over] .swap-balance{color:var(--wk-error)}
.swap-pill{display:inline-flex;align-items:center;gap:8px;flex:none;max-width:150px;height:44px;padding:0 12px 0 8px;border-radius:999px;background:var(--wk-surface-0);box-shadow:var(--wk-raise);font-size:calc(16*var(--fs));line-height:24px;font-weight:600;letter-spacing:-.011em}
.swap-pill[data-empty]{max-width:none;padding-inline-start:16px;background:var(--wk-accent);color:var(--wk-on-accent);box-shadow:none}.swap-pill svg{color:var(--wk-text-3)}.swap-pill[data-empty] svg{color:inherit}
.swap-pill:hover{opacity:.92}.swap-pill:focus-visible{box-shadow:var(--focus)}.swap-pill .tile{--size:28px}
.swap-balance{flex:none;white-space:nowrap}.swap-amount .bone{margin:12px 0}
.swap-shares{display:grid;grid-template-columns:repeat(4,1fr);gap:8px;margin-top:12px}
.swap-shares button{position:relative;height:32px;border-radius:calc(var(--r)*2);background:var(--wk-surface-2);color:var(--wk-text-2);font-size:calc(12*var(--fs));line-height:16px;font-weight:600}
.swap-shares button::after{content:"";position:absolute;inset:-6px 0}.swap-shares button:hover{background:var(--wk-surface-3)}.swap-shares button:focus-visible{box-shadow:var(--focus)}.swap-shares button:disabled{color:var(--wk-text-3)}.swap-shares button:disabled:hover{background:var(--wk-surface-2)}
.swap-arrow{position:relative;z-index:1;display:grid;place-items:center;width:44px;height:44px;margin:-22px auto;border-radius:calc(var(--r)*3.5);background:var(--wk-surface-0)}
.swap-arrow span{display:grid;place-items:center;width:36px;height:36px;border-radius:calc(var(--r)*2.5);background:var(--wk-surface-1);color:var(--wk-text-2)}.swap-arrow svg{transform:rotate(90deg)}
.swap-arrow:hover span{background:var(--wk-surface-2);color:var(--wk-text-1)}.swap-arrow:focus-visible{box-shadow:none}.swap-arrow:focus-visible span{box-shadow:var(--focus)}
.swap-fold{display:flex;align-items:center;justify-content:space-between;gap:12px;width:100%;min-height:44px;margin-top:8px;padding:0 16px;border-radius:calc(var(--r)*3);font-weight:600;text-align:start}
.swap-fold:hover{background:var(--wk-surface-1)}.swap-fold svg{color:var(--wk-text-2);transition:transform 150ms}.swap-fold[aria-expanded=true] svg{transform:rotate(180deg)}
.swap-pairs{padding:4px 0 8px}.pairs [data-tone=warning]{color:var(--wk-warning)}.pairs [data-tone=error]{color:var(--wk-error)}
.swap-notes{display:grid;gap:8px;margin:8px 0}.swap-notes .banner{align-items:flex-start;overflow-wrap:anywhere}
.swap-cards+.button,.swap-notes+.button{margin-top:12px}.swap-go{margin-top:8px}
.swap-error{display:flex;align-items:center;justify-content:space-between;gap:12px;margin:8px 16px 0;color:var(--wk-error)}
.swap-card .swap-error{margin:12px 0 0}
.swap-block{display:flex;align-items:center;justify-content:space-between;gap:16px;padding:0 16px}.swap-block:first-child{padding-top:4px}
.swap-block>div{min-width:0}.swap-block .display{overflow-wrap:anywhere}
.swap-between{display:flex;align-items:center;gap:8px;height:48px;padding:0 16px 0 11px;color:var(--wk-text-2)}.swap-between::after{content:"";flex:1;height:1px;background:var(--wk-line)}
.swap-figures{margin-top:16px;padding:12px 0;border-radius:calc(var(--r)*4);background:var(--wk-surface-1)}
.swap-path{display:flex;align-items:center;justify-content:center;flex-wrap:wrap;gap:8px;padding:16px 0 0;color:var(--wk-text-2)}.swap-path li{display:flex;align-items:center;gap:8px}
.swap-path .swap-dot{width:20px;height:20px;font-size:calc(12*var(--fs))}
.swap-dot{display:grid;place-items:center;flex:none;width:28px;height:28px;border-radius:50%;background:var(--wk-surface-2);color:var(--wk-text-2);font-size:calc(13*var(--fs));font-weight:600}
.swap-type{display:block;margin-top:8px}.swap-type .note{display:block;padding:0 16px 4px}
.swap-actions{margin-top:16px}
.swap-wait{padding:12px 16px 0}.swap-pair{display:flex;justify-content:center}.swap-pair>*+*{margin-inline-start:-12px}
.swap-pair .tile{box-shadow:0 0 0 3px var(--wk-surface-0)}.swap-wait .display{margin-top:20px}.swap-wait .text{margin-top:4px;max-width:none}
.swap-steps{display:grid;gap:4px;margin-top:24px;padding:16px;border-radius:calc(var(--r)*4);background:var(--wk-surface-1)}
.swap-step{position:relative;display:grid;grid-template-columns:28px 1fr auto;gap:0 12px;align-items:start;min-height:36px}
.swap-step:not(:last-child){padding-bottom:16px}.swap-step:not(:last-child)::before{content:"";position:absolute;inset-inline-start:13px;top:32px;bottom:0;width:2px;background:var(--wk-line-2)}
.swap-step[data-state=done]:not(:last-child)::before{background:var(--wk-success);opacity:.5}
.swap-step[data-state=done] .swap-dot{background:color-mix(in srgb,var(--wk-success) 14%,transparent);color:var(--wk-success)}
.swap-step .spinner{width:24px;height:24px;margin:2px}.swap-step .label{line-height:28px}.swap-step[data-state=todo] .label{font-weight:500;color:var(--wk-text-2)}
.swap-step .note{line-height:16px}.swap-step .num{line-height:28px;color:var(--wk-text-2);font-size:calc(12*var(--fs))}
.swap-hint{padding:16px 0;text-align:center;color:var(--wk-text-2);font-size:calc(13*var(--fs))}
.swap-list h2{padding:12px 0 4px;font-size:calc(12*var(--fs));line-height:16px;font-weight:600;letter-spacing:0;color:var(--wk-text-2)}
.swap-chips{display:flex;flex-wrap:wrap;gap:8px;padding:4px 0}
.swap-chip{position:relative;display:inline-flex;align-items:center;gap:6px;height:36px;max-width:100%;padding:0 12px 0 6px;border-radius:999px;background:var(--wk-surface-1);font-weight:600}.swap-chip::after{content:"";position:absolute;inset:-4px 0}.swap-chip:hover{background:var(--wk-surface-2)}.swap-chip:focus-visible{box-shadow:var(--focus)}
.swap-pending{display:grid;gap:8px;margin-top:12px}
`
