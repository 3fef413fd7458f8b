/** Styles of parts that Connect does not use. Adopted with the first view after Connect. */
export default `
.field{position:relative;display:flex;align-items:center;gap:10px;height:48px;padding:0 14px;border-radius:calc(var(--r)*3);background:var(--wk-surface-1);box-shadow:inset 0 0 0 1px var(--wk-line);color:var(--wk-text-2)}
.field[data-size=m]{height:44px;padding:0 12px}.field:focus-within{background:var(--wk-surface-0);box-shadow:inset 0 0 0 2px var(--wk-accent)}
.field[data-invalid]{box-shadow:inset 0 0 0 2px var(--wk-error)}
.field input{flex:1;min-width:0;height:100%;color:var(--wk-text-1);font-size:calc(16*var(--fs));caret-color:var(--wk-accent)}
.field input:focus-visible,.bare:focus-visible{box-shadow:none}input::placeholder{color:var(--wk-text-3);opacity:1}input::-webkit-search-cancel-button{display:none}
.switch{position:relative;width:40px;height:24px;border-radius:999px;box-shadow:inset 0 0 0 1.5px var(--wk-text-3);transition:background 80ms}
.switch::after{content:"";position:absolute;inset-block-start:5px;inset-inline-start:5px;width:14px;height:14px;border-radius:50%;background:var(--wk-text-3)}
.switch[aria-checked=true]{background:var(--wk-accent);box-shadow:none}.switch[aria-checked=true]::after{inset-block-start:2px;inset-inline-start:18px;width:20px;height:20px;background:#fff}
.switch:focus-visible{box-shadow:var(--focus)}
.segment{display:flex;height:44px;padding:4px;border-radius:calc(var(--r)*3);background:var(--wk-track)}
.segment button{flex:1;height:36px;border-radius:calc(var(--r)*2);color:var(--wk-text-2);font-weight:600}
.segment button[aria-selected=true]{background:var(--wk-thumb);color:var(--wk-text-1);box-shadow:var(--wk-raise)}
.segment button:focus-visible{box-shadow:var(--focus)}
.pairs{display:grid;gap:12px;padding:0 16px}.pairs>div{display:flex;align-items:center;justify-content:space-between;gap:16px;min-height:20px}.pairs dt{color:var(--wk-text-2)}.pairs dd{display:flex;align-items:center;gap:8px;font-weight:600;text-align:end}
.display{font-size:calc(20*var(--fs));line-height:calc(28*var(--fs));font-weight:600;letter-spacing:-.018em}
.button[data-kind=raised]{background:var(--wk-surface-0);box-shadow:var(--wk-raise)}
.panel{padding:16px;border-radius:calc(var(--r)*4);background:var(--wk-surface-1)}
.actions{display:grid;grid-template-columns:112px 1fr;gap:8px}
.address{display:grid;grid-template-columns:2ch repeat(5,4ch);gap:4px 10px;font-family:var(--wk-mono);color:var(--wk-text-2);letter-spacing:0}.address b{font-weight:700;color:var(--wk-text-1)}
.address:not([data-plain])>:nth-child(7){grid-column:2}.address[data-plain]{grid-template-columns:repeat(6,4ch)}
.copy-line{display:inline-flex;align-items:center;gap:6px;height:32px;padding:0 8px;border-radius:8px;max-width:100%}.copy-line:hover{background:var(--wk-surface-1)}.copy-line svg{color:var(--wk-text-3)}
.qr{position:relative;padding:20px;background:#fff;border-radius:calc(var(--r)*5);box-shadow:inset 0 0 0 1px rgba(18,20,26,.08)}.qr svg{width:100%;height:auto}
.qr-logo{position:absolute;inset:0;display:grid;place-items:center}
.s16{--size:16px;font-size:9px}.s18{font-size:10px}.s20,.s24{font-size:calc(12*var(--fs))}.s32{--size:32px}.s48{--size:48px}.s64{--size:64px;font-size:calc(24*var(--fs))}.s80{--size:80px;font-size:calc(32*var(--fs))}
.badged{position:relative;flex:none}.badge{position:absolute;inset-block-end:-3px;inset-inline-end:-3px;border-radius:6px;box-shadow:0 0 0 2px var(--wk-surface-0)}.badge .tile{border-radius:5px}
`
