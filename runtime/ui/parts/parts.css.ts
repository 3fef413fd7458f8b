/** Styles of the parts that Connect uses: rows, state panels, placeholder sizes, links, the consent box. */
export default `
.row-line{display:block}:dir(rtl)>[data-icon=back],:dir(rtl)>[data-icon=chevron]{transform:scaleX(-1)}.clear{display:grid;place-items:center;width:32px;height:32px;margin:-6px;border-radius:50%;color:inherit}
.pill{display:flex;align-items:center;gap:8px;height:36px;margin-inline-start:6px;padding:0 8px 0 6px;border-radius:calc(var(--r)*3);background:var(--wk-surface-1);color:var(--wk-text-2)}
.pill:hover{background:var(--wk-surface-2)}
.state{padding:40px 32px}.state-title{margin-top:16px}.state .text{margin-top:4px}.state-action{margin-top:20px}
.waiting{display:grid;place-items:center;height:240px}
.w40{width:40px}.w56{width:56px}.w64{width:64px}.w80{width:80px}.w120{width:120px}.w160{width:160px}.h10{height:10px}.h12{height:12px}.h20{height:20px}.h40{height:40px}.h48{height:48px}.h64{height:64px}
.connect{padding-bottom:8px}.connect:last-child,.connect:has(>fieldset>.button:last-child){padding-bottom:16px}.methods{display:grid;grid-template-columns:minmax(0,1fr);gap:8px;min-width:0;margin:0;padding:0;border:0}.methods .or{margin:-8px 0}.method{display:block;height:48px;border-radius:calc(var(--r)*3)}
.connect .state{padding-block:12px 20px}.row:disabled .tag{opacity:.6}
.mosaic{display:grid;grid-template-columns:18px 18px;gap:4px;width:40px;height:40px;flex:none}.mosaic .tile{font-size:10px}
.row>svg{color:var(--wk-text-3)}.row>.tag+svg{margin-inline-start:-4px}
.guide{min-height:48px}.muted-2{color:var(--wk-text-2)}
.link{position:relative;color:var(--wk-accent-text);font-weight:600;border-radius:6px}.link::after{content:"";position:absolute;inset:-12px}.link:hover{text-decoration:underline}
.legal{padding:12px 40px 16px;border-top:1px solid var(--wk-line);text-align:center;text-wrap:balance}.legal a,.consent a{color:var(--wk-text-1);font-weight:600}.legal a:hover,.consent a:hover{text-decoration:underline}
.consent{display:flex;align-items:center;gap:12px;min-height:44px;margin-bottom:8px;cursor:pointer}
.consent input{appearance:none;flex:none;display:grid;place-items:center;width:20px;height:20px;border-radius:6px;box-shadow:inset 0 0 0 1.5px var(--wk-text-3)}
.consent input:checked{background:var(--wk-accent);box-shadow:none}.consent input:checked::after{content:"";width:10px;height:5px;margin-top:-3px;border:solid var(--wk-on-accent);border-width:0 0 2px 2px;transform:rotate(-45deg)}.consent input:focus-visible{box-shadow:var(--focus)}
.bone-tile{width:40px;height:40px;border-radius:25%;flex:none}.bones{display:grid;gap:8px}
@media (max-width:430px) and (max-height:700px){.overlay .guide{display:none}}
`
