/** Layout of the email screens. */
export default `
.email-method{display:grid;grid-template-columns:minmax(0,1fr)}.email-go{display:grid;place-items:center;flex:none;width:36px;height:36px;margin-inline-end:-8px;border-radius:calc(var(--r)*2);background:var(--wk-surface-2);color:var(--wk-text-2);transition:background 80ms}
.email-go[data-on]{background:var(--wk-accent);color:var(--wk-on-accent)}.email-go[aria-disabled]{cursor:default}:dir(rtl)>[data-icon=next]{transform:scaleX(-1)}
.email-note{padding:4px 14px 0}.email-note:has(:empty){display:none}.email-note[data-tone=error]{color:var(--wk-error)}
.email-change{display:grid;gap:8px}
.email-code{display:grid;grid-template-columns:minmax(0,1fr);justify-items:center;padding-top:4px}
.email-code .who{display:grid;gap:4px;justify-items:center;margin-top:20px;text-align:center;max-width:100%}.email-code .who .text{max-width:none}.email-code .who .title{max-width:100%;overflow-wrap:anywhere}
.email-code>.note{text-align:center;margin-top:12px;max-width:264px;text-wrap:balance}
.email-code-field{position:relative;width:100%;margin-top:24px}
.email-boxes{display:grid;grid-template-columns:repeat(6,48px);justify-content:center;gap:8px}
.email-box{position:relative;display:grid;place-items:center;height:56px;border-radius:calc(var(--r)*3);background:var(--wk-surface-1);box-shadow:inset 0 0 0 1px var(--wk-line);font-size:calc(20*var(--fs));line-height:28px;font-weight:600;letter-spacing:-.018em;font-variant-numeric:tabular-nums}
.email-code-field:focus-within .email-box[data-next]{background:var(--wk-surface-0);box-shadow:inset 0 0 0 2px var(--wk-accent)}
.email-code-field:focus-within .email-box[data-caret]::after{content:"";width:2px;height:24px;border-radius:1px;background:var(--wk-accent)}
.email-code-field[data-invalid] .email-box{box-shadow:inset 0 0 0 1px var(--wk-error)}.email-code-field[data-invalid] .email-box[data-next]{box-shadow:inset 0 0 0 2px var(--wk-error)}
.email-code-field input{position:absolute;inset:0;width:100%;height:100%;opacity:0;cursor:text;font-size:16px;letter-spacing:2em}
.email-boxes[data-shake]{animation:email-shake .24s var(--ease) 2}
@keyframes email-shake{25%{transform:translateX(6px)}75%{transform:translateX(-6px)}}
@media (prefers-reduced-motion:reduce){.email-boxes[data-shake]{animation:none}.email-go{transition:none}}
.email-code>.email-slot{min-height:32px;margin-top:0;padding-top:8px;max-width:none}.email-slot{text-align:center;text-wrap:balance}.email-slot [role=alert]{color:var(--wk-error)}.email-slot .link{margin-inline-start:6px}
.email-change .email-slot{text-align:start;padding:0 14px}.email-change .email-slot:not(:has(span:not(:empty))){display:none}
.email-waiting [role=status]{display:flex;align-items:center;justify-content:center;gap:8px;max-width:none}
.email-waiting [role=status]:empty{display:none}
.email-foot{display:flex;justify-content:space-between;align-items:center;gap:12px;min-height:44px;margin-top:8px}.email-foot>:only-child{margin-inline:auto}
.email-resend[aria-disabled]{color:var(--wk-text-2);font-weight:500;text-decoration:none;cursor:default}
@media (max-width:359px){.email-boxes{grid-template-columns:repeat(6,1fr);gap:6px}}
`
