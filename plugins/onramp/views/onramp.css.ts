/** Layout of the on-ramp. */
export default `
.onramp-cards{display:grid;grid-template-columns:minmax(0,1fr);gap:4px}
.onramp-card{padding:12px 16px 16px;border-radius:calc(var(--r)*4);background:var(--wk-surface-1)}
.onramp-card:focus-within:has(input:focus){box-shadow:inset 0 0 0 2px var(--wk-accent)}.onramp-card[data-invalid]{box-shadow:inset 0 0 0 2px var(--wk-error)}
.onramp-line{display:flex;align-items:center;justify-content:space-between;gap:12px;min-width:0}
.onramp-amount{flex:1;min-width:0;width:100%;height:44px;padding:0;border:0;background:none;color:inherit;font-size:calc(28*var(--fs));line-height:calc(44*var(--fs));font-weight:600;letter-spacing:-.028em;font-variant-numeric:tabular-nums;caret-color:var(--wk-accent)}
input.onramp-amount:focus-visible{box-shadow:none}:dir(rtl)>input.onramp-amount{text-align:right}.onramp-amount[data-long]{font-size:calc(20*var(--fs))}.onramp-amount.muted{color:var(--wk-text-3)}
.onramp-pill{display:inline-flex;align-items:center;gap:8px;flex:none;max-width:150px;height:44px;padding:0 12px;border-radius:999px;background:var(--wk-surface-0);box-shadow:var(--wk-raise);font-size:calc(16*var(--fs));line-height:24px;font-weight:600;letter-spacing:-.011em}
.onramp-pill:has(.tile){padding-inline-start:8px}.onramp-pill .tile{--size:28px}.onramp-pill svg{color:var(--wk-text-3)}.onramp-pill:hover{opacity:.92}.onramp-pill:focus-visible{box-shadow:var(--focus)}
.onramp-chips{display:flex;gap:8px;margin-top:8px}.onramp-chips button{position:relative;flex:1;height:32px;border-radius:calc(var(--r)*2);background:var(--wk-surface-2);color:var(--wk-text-2);font-size:calc(12*var(--fs));font-weight:600}.onramp-chips button::after{content:"";position:absolute;inset:-6px -4px}.onramp-chips button:hover{color:var(--wk-text-1)}.onramp-chips button[aria-pressed=true]{background:var(--wk-text-1);color:var(--wk-surface-0)}.onramp-chips button:focus-visible{box-shadow:var(--focus)}
.onramp-note{margin:8px 16px 0;min-height:16px;color:var(--wk-text-2)}.onramp-note[data-bad]{color:var(--wk-error)}
.onramp-figures{padding:12px 0 4px}.onramp-figures .pairs{gap:8px}
.onramp-amount .bone{margin:12px 0}.onramp-card .onramp-pill-bone{width:88px;height:44px;border-radius:999px}
.onramp-cards~.banner{margin-top:8px;align-items:flex-start}
.onramp-providers{margin-top:12px;padding-top:12px;border-top:1px solid var(--wk-line)}.onramp-providers h2{padding:0 16px 4px;font-size:calc(12*var(--fs));line-height:16px;font-weight:600;letter-spacing:0;color:var(--wk-text-2)}
.onramp-providers .row:disabled{opacity:.5}
.onramp-foot{display:flex;justify-content:center;gap:32px;padding:12px 0 4px}
.onramp-list{margin-top:8px}.onramp-select>.banner{margin-bottom:8px}.onramp-end{display:grid;justify-items:end;gap:2px;flex:none}
.onramp-wait{padding-top:8px}.onramp-wait .display{margin-top:20px}.onramp-wait .text{margin-top:4px;text-wrap:balance}
.onramp-steps{margin:20px 0 0;padding:16px;border-radius:calc(var(--r)*4);background:var(--wk-surface-1);display:grid;gap:12px}
.onramp-steps li{display:flex;align-items:center;gap:12px;min-height:28px;color:var(--wk-text-2)}.onramp-steps li[data-now]{color:var(--wk-text-1);font-weight:600}
.onramp-mark{display:grid;place-items:center;flex:none;width:28px;height:28px;border-radius:50%;background:var(--wk-surface-2);font-size:calc(12*var(--fs));font-weight:600}.onramp-mark[data-done]{color:var(--wk-success)}.onramp-mark .spinner{width:20px;height:20px}
.onramp-do{display:grid;gap:8px;margin-top:16px}.onramp-do a{text-decoration:none}.onramp-do a[data-kind=secondary]{color:var(--wk-text-1)}
.onramp-points{display:grid;gap:16px;margin:20px 0;padding:0 16px}.onramp-points li{display:flex;gap:12px;align-items:flex-start}.onramp-points svg{flex:none;margin-top:1px;color:var(--wk-accent-text)}
`
