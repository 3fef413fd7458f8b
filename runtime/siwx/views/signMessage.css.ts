/** Styles of the sign-in screen. */
export default `
.sign-pair{display:flex;align-items:center;justify-content:center;gap:12px;padding:8px 0 24px}.sign-dots{display:flex;gap:5px}.sign-dots i{width:4px;height:4px;border-radius:50%;background:var(--wk-text-3)}
.sign-dots[data-on] i{animation:sign-dot 1.2s infinite}.sign-dots[data-on] i:nth-child(2){animation-delay:.2s}.sign-dots[data-on] i:nth-child(3){animation-delay:.4s}
.sign-to{padding:0 16px 24px;text-align:center}.sign-to .text{max-width:none}.sign-to .display{overflow-wrap:anywhere;margin-top:4px}
.sign-points{display:grid;gap:12px;padding:16px;margin-bottom:20px;border-radius:calc(var(--r)*4);background:var(--wk-surface-1)}.sign-points li{display:flex;align-items:center;gap:12px}.sign-points svg{flex:none;color:var(--wk-success)}.sign-points li:last-child svg{color:var(--wk-text-2)}
.sign .pairs{padding-bottom:20px}.sign .pairs dd{min-width:0}.sign .note{padding:0 16px 16px;color:var(--wk-text-2);text-align:center;text-wrap:balance}
@keyframes sign-dot{50%{opacity:.25}}
`
