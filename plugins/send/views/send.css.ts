/** Layout of the send panel. */
export default `
.send-cards{position:relative;display:grid;grid-template-columns:minmax(0,1fr);gap:4px}
.send-card{padding:16px;border-radius:calc(var(--r)*4);background:var(--wk-surface-1)}
.send-card[data-focus]:focus-within{box-shadow:inset 0 0 0 2px var(--wk-accent)}
.send-line{display:flex;align-items:center;justify-content:space-between;gap:12px;min-width:0}
.send-line+.send-line{margin-top:8px;min-height:20px;color:var(--wk-text-2)}
.send-amount{flex:1;min-width:0;width:100%;height:44px;font-size:calc(36*var(--fs));line-height:calc(44*var(--fs));font-weight:600;letter-spacing:-.028em;font-variant-numeric:tabular-nums;caret-color:var(--wk-accent);padding:0;border:0;background:none;color:inherit;border-radius:0}
.send-amount:focus-visible{box-shadow:none}:dir(rtl)>.send-amount{text-align:right}
.send-amount[data-length="2"]{font-size:calc(28*var(--fs))}.send-amount[data-length="3"]{font-size:calc(20*var(--fs))}.send-amount[data-length="4"]{font-size:calc(16*var(--fs))}.send-amount[data-length="5"]{font-size:calc(14*var(--fs));letter-spacing:-.04em}
.send-card[data-over] .send-amount,.send-card[data-over] .send-balance{color:var(--wk-error)}
.send-pill{display:inline-flex;align-items:center;gap:8px;flex:none;max-width:150px;height:44px;padding:0 12px 0 8px;border-radius:999px;background:var(--wk-surface-0);box-shadow:var(--wk-raise);font-size:calc(16*var(--fs));line-height:24px;font-weight:600;letter-spacing:-.011em}
.send-pill[data-empty]{max-width:none;padding-inline-start:16px;background:var(--wk-accent);color:var(--wk-on-accent);box-shadow:none}.send-pill svg{color:var(--wk-text-3)}.send-pill[data-empty] svg{color:inherit}
.send-pill:hover{opacity:.92}.send-pill:focus-visible{box-shadow:var(--focus)}
.send-pill .tile{--size:28px}
.send-balance{flex:none;white-space:nowrap}
.send-max{position:relative;margin-inline-start:8px;color:var(--wk-accent-text);font-weight:600;border-radius:6px}.send-max::after{content:"";position:absolute;inset:-12px -10px}
.send-arrow{position:relative;z-index:1;display:grid;place-items:center;width:40px;height:40px;margin:-20px auto;border-radius:calc(var(--r)*3.5);background:var(--wk-surface-0)}
.send-arrow span{display:grid;place-items:center;width:32px;height:32px;border-radius:calc(var(--r)*2.5);background:var(--wk-surface-1);color:var(--wk-text-2)}
.send-receiver{display:flex;align-items:center;gap:12px;min-height:72px;padding:16px}
.send-receiver input{flex:1;min-width:0;height:40px;font-size:calc(16*var(--fs));line-height:24px;font-weight:500;letter-spacing:-.011em;caret-color:var(--wk-accent);padding:0;border:0;background:none}
.send-receiver input:focus-visible{box-shadow:none}.send-receiver .clear{width:44px;height:44px;margin:-12px -12px -12px 0;color:var(--wk-text-2)}
.send-card.send-receiver[data-invalid]{box-shadow:inset 0 0 0 2px var(--wk-error)}
.send-note{margin:8px 16px 0;color:var(--wk-error)}
.send-warn{margin-top:8px;align-items:flex-start}.send-warn .address{margin-top:8px;color:inherit;font-size:calc(12*var(--fs))}.send-warn .address b{color:inherit}
.send-pairs{padding:20px 0}
.send-list{margin-top:8px}.send-find{display:block;height:44px;border-radius:calc(var(--r)*3)}
.send-offline{margin-bottom:8px}
.send-recent{margin-top:16px;border-top:1px solid var(--wk-line);padding-top:12px}.send-recent h2{padding:0 16px 4px;font-size:calc(12*var(--fs));line-height:16px;font-weight:600;letter-spacing:0;color:var(--wk-text-2)}
.send-recent .row{width:100%;margin:0;padding:8px 4px 8px 16px}
.send-recent .end{display:flex;align-items:center}
.send-block{display:flex;align-items:center;justify-content:space-between;gap:16px;padding:0 16px}.send-block:first-child{padding-top:4px}
.send-block>div{min-width:0}.send-block .display{overflow-wrap:anywhere}
.send-review{padding:20px 0 4px}
.send-between{display:flex;align-items:center;gap:8px;height:48px;padding:0 16px 0 11px;color:var(--wk-text-2)}.send-between::after{content:"";flex:1;height:1px;background:var(--wk-line)}
.send-address{display:grid;grid-template-columns:1fr auto;align-items:center;gap:8px;margin-top:16px;padding:16px 4px 16px 16px;border-radius:calc(var(--r)*4);background:var(--wk-surface-1)}
.send-address .note{grid-column:1/-1}
.send-rule{height:1px;margin:12px 16px;border:0;background:var(--wk-line)}
.send-review~.banner{margin-top:8px}
.send-total{display:flex;align-items:center;justify-content:space-between;gap:16px;padding:0 16px;font-weight:600}

.send-undo{display:flex;align-items:center;gap:8px;padding:12px 16px 16px;color:var(--wk-text-2)}.send-undo svg{width:16px;height:16px}
.send-wait{padding:24px 16px 0}.send-wait .spinner{width:40px;height:40px;margin-bottom:20px}.send-wait .button{margin-top:20px}
`
