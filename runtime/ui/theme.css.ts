/** Design tokens, the frame and basic parts. Sizes are multiples of the two master tokens. */
export default `
:host{--wk-font-size-master:10px;--wk-border-radius-master:4px;--wk-z-index:999;
--wk-font-family:Inter,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;--wk-mono:ui-monospace,"SF Mono",Menlo,Consolas,monospace;
--wk-surface-0:#fff;--wk-surface-1:#f5f6f8;--wk-surface-2:#ebedf1;--wk-surface-3:#dde0e7;
--wk-text-1:#12141a;--wk-text-2:#535967;--wk-text-3:#646a78;--wk-line:rgba(18,20,26,.08);--wk-line-2:rgba(18,20,26,.16);
--wk-accent:#3350e9;--wk-on-accent:#fff;--wk-accent-text:#2b46d6;--wk-success:#0b7041;--wk-warning:#855000;--wk-error:#be2138;
--wk-tint:10%;--wk-accent-tint:color-mix(in srgb,var(--wk-accent) 10%,transparent);
--wk-overlay:rgba(14,16,24,.24);--wk-tile-line:rgba(18,20,26,.06);--wk-toast-success:#4fc78d;--wk-toast-error:#ff8e97;
--wk-shadow:0 32px 64px -16px rgba(12,14,22,.28),0 8px 24px -8px rgba(12,14,22,.12),0 0 0 1px rgba(12,14,22,.04);
--wk-raise:0 1px 2px rgba(12,14,22,.1),0 0 0 1px rgba(12,14,22,.04);--wk-thumb:var(--wk-surface-0);--wk-track:var(--wk-surface-2);
--fs:calc(var(--wk-font-size-master)/10);--r:var(--wk-border-radius-master);--ease:cubic-bezier(.2,0,0,1);
--focus:0 0 0 2px var(--wk-surface-0),0 0 0 4px var(--wk-accent);color-scheme:light;
all:initial;font-family:var(--wk-font-family);display:contents}
:host([data-theme=dark]){--wk-surface-0:#17181c;--wk-surface-1:#1f2126;--wk-surface-2:#292b32;--wk-surface-3:#373a43;
--wk-text-1:#f3f4f6;--wk-text-2:#a9aeba;--wk-text-3:#9096a3;--wk-line:rgba(255,255,255,.08);--wk-line-2:rgba(255,255,255,.16);
--wk-accent:#4a62f0;--wk-accent-text:#9daeff;--wk-success:#4fc78d;--wk-warning:#f0b44c;--wk-error:#ff8e97;
--wk-tint:12%;--wk-accent-tint:color-mix(in srgb,var(--wk-accent) 18%,transparent);
--wk-overlay:rgba(0,0,0,.56);--wk-tile-line:rgba(255,255,255,.08);--wk-toast-success:#0b7041;--wk-toast-error:#be2138;
--wk-shadow:0 32px 64px -16px rgba(0,0,0,.64),0 8px 24px -8px rgba(0,0,0,.4),inset 0 0 0 1px rgba(255,255,255,.07);
--wk-raise:0 1px 2px rgba(0,0,0,.4),inset 0 0 0 1px rgba(255,255,255,.05);--wk-thumb:var(--wk-surface-3);--wk-track:var(--wk-surface-1);color-scheme:dark}
*,::before,::after{box-sizing:border-box}
button,input,h1,h2,p,ul,dl,dd,dt{font:inherit;color:inherit;margin:0;padding:0;border:0;background:none;letter-spacing:inherit}
ul{list-style:none}button{cursor:pointer;-webkit-tap-highlight-color:transparent}button:disabled{cursor:default}
a{color:var(--wk-accent-text);text-decoration:none}svg,img{display:block;flex:none}svg{overflow:visible}
:focus{outline:none}:focus-visible{box-shadow:var(--focus)}
dialog{border:0;padding:0;margin:0;max-width:none;max-height:none;width:100%;height:100%;background:none;color:inherit}
dialog::backdrop{background:none}
.overlay{position:fixed;inset:0;z-index:var(--wk-z-index);background:var(--wk-overlay);overflow:hidden}
.overlay[open]{display:grid;place-items:center}
.card{position:relative;container-type:inline-size;display:flex;flex-direction:column;width:360px;max-width:100%;max-height:calc(100dvh - 32px);background:var(--wk-surface-0);color:var(--wk-text-1);
border-radius:calc(var(--r)*6);box-shadow:var(--wk-shadow);overflow:hidden;font-family:var(--wk-font-family);font-size:calc(14*var(--fs));line-height:calc(20*var(--fs));font-weight:500;letter-spacing:-.006em;
-webkit-font-smoothing:antialiased;text-align:start}
.card.flat{box-shadow:none;border:1px solid var(--wk-line);margin-inline:auto}
.card[data-shake]{animation:shake .24s var(--ease) 2}
.handle{display:none}
.header{display:grid;grid-template-columns:1fr auto 1fr;align-items:center;height:64px;margin-bottom:-4px;padding:0 10px;flex:none}
.header h1{grid-column:2;font-size:calc(16*var(--fs));line-height:calc(24*var(--fs));font-weight:600;letter-spacing:-.011em;max-width:232px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;border-radius:8px;animation:fade 120ms var(--ease)}
.header .end{grid-column:3;justify-self:end;display:flex}
.icon-button{display:grid;place-items:center;width:44px;height:44px;border-radius:calc(var(--r)*3);color:var(--wk-text-2)}
.icon-button:hover{background:var(--wk-surface-1);color:var(--wk-text-1)}
.body{position:relative;flex:0 1 auto;min-height:0;overflow:hidden auto;overscroll-behavior:contain;transition:height 150ms var(--ease);scrollbar-width:thin}.body>div{width:100cqw}
.view{padding-top:4px;animation:forward 150ms var(--ease)}.view[data-direction=back]{animation-name:backward}.view[data-first]{animation-name:none}
.pad{padding:0 16px 16px}.stack{display:flex;flex-direction:column;gap:8px}.grow{flex:1;min-width:0}.clip{min-width:0;overflow:clip;text-overflow:ellipsis;white-space:nowrap}
.center{display:flex;flex-direction:column;align-items:center;text-align:center;text-wrap:balance}
.row{display:flex;align-items:center;gap:12px;width:calc(100% + 16px);min-height:56px;margin:0 -8px;padding:8px;border-radius:calc(var(--r)*4);text-align:start}
button.row:hover:not(:disabled),.row[aria-current=true],.row[aria-selected=true]{background:var(--wk-surface-1)}
.row-name{font-size:calc(16*var(--fs));line-height:calc(24*var(--fs));font-weight:500;letter-spacing:-.011em}
.row:disabled .row-name{color:var(--wk-text-3)}.row:disabled .tile{opacity:.4}
.title{font-size:calc(16*var(--fs));line-height:calc(24*var(--fs));font-weight:600;letter-spacing:-.011em}
.label{font-size:calc(14*var(--fs));line-height:calc(20*var(--fs));font-weight:600}
.text{color:var(--wk-text-2);max-width:232px}.note{font-size:calc(12*var(--fs));line-height:calc(16*var(--fs));letter-spacing:0;color:var(--wk-text-2)}
.muted{color:var(--wk-text-3)}.num{font-variant-numeric:tabular-nums}.end-text{text-align:end}
.tag{display:inline-flex;align-items:center;height:20px;padding:0 6px;border-radius:calc(var(--r)*1.5);font-size:calc(12*var(--fs));line-height:16px;letter-spacing:0;background:var(--wk-surface-2);color:var(--wk-text-2);white-space:nowrap}
.tag[data-tone=success],.banner[data-tone=success]{color:var(--wk-success);background:color-mix(in srgb,var(--wk-success) var(--wk-tint),transparent)}
.tag[data-tone=accent]{color:var(--wk-accent-text);background:var(--wk-accent-tint)}
.tag[data-tone=warning],.banner[data-tone=warning]{color:var(--wk-warning);background:color-mix(in srgb,var(--wk-warning) var(--wk-tint),transparent)}
.tag[data-tone=error],.banner[data-tone=error]{color:var(--wk-error);background:color-mix(in srgb,var(--wk-error) var(--wk-tint),transparent)}
.banner{display:flex;gap:12px;align-items:center;padding:12px;border-radius:calc(var(--r)*3);background:var(--wk-surface-1);color:var(--wk-text-2)}
.tile{position:relative;display:grid;place-items:center;flex:none;background:var(--wk-surface-2);color:var(--wk-text-2);font-weight:600;width:var(--size);height:var(--size);border-radius:25%}
.tile[data-round]{border-radius:50%}.tile::after{content:"";position:absolute;inset:0;border-radius:inherit;box-shadow:inset 0 0 0 1px var(--wk-tile-line)}
.tile img{width:100%;height:100%;object-fit:cover;border-radius:inherit}.tile[data-tone=accent]{background:var(--wk-accent-tint);color:var(--wk-accent-text)}
.s18{--size:18px}.s20{--size:20px}.s24{--size:24px}.s40{--size:40px}.s56{--size:56px}
.button{position:relative;display:inline-flex;align-items:center;justify-content:center;gap:8px;height:48px;padding:0 20px;border-radius:calc(var(--r)*3);background:var(--wk-surface-2);font-size:calc(16*var(--fs));line-height:24px;font-weight:600;letter-spacing:-.011em;transition:background 80ms,opacity 80ms;white-space:nowrap}
.button:hover{background:var(--wk-surface-3)}.button:active{opacity:.88}
.button[data-kind=primary]{background:var(--wk-accent);color:var(--wk-on-accent)}.button[data-kind=primary]:hover{background:color-mix(in srgb,var(--wk-accent) 92%,var(--wk-text-1))}
.button[data-kind=plain]{background:none;color:var(--wk-accent-text)}.button[data-kind=plain]:hover{background:var(--wk-surface-1)}
.button:disabled{background:var(--wk-surface-2);color:var(--wk-text-3);opacity:1}
.button[data-size=m]{height:44px;font-size:calc(14*var(--fs));line-height:20px}.button[data-size=s]{height:36px;padding:0 12px;font-size:calc(14*var(--fs));line-height:20px;border-radius:calc(var(--r)*2)}
.button[data-wide]{width:100%}
.bone{display:block;border-radius:6px;background:var(--wk-surface-2);height:12px}.bone[data-round]{border-radius:50%}
.or:first-child,.or:last-child{display:none}.or{display:flex;align-items:center;gap:12px;height:40px;color:var(--wk-text-2);font-size:calc(12*var(--fs))}.or::before,.or::after{content:"";flex:1;height:1px;background:var(--wk-line)}
.foot{display:flex;align-items:center;justify-content:space-between;gap:8px;min-height:48px;padding:0 16px;border-top:1px solid var(--wk-line)}
.spinner{width:20px;height:20px;border-radius:50%;border:2.5px solid var(--wk-line-2);border-top-color:var(--wk-accent);animation:turn 1.2s linear infinite;flex:none}
.toast{position:absolute;inset-block-start:72px;inset-inline:0;margin-inline:auto;width:max-content;max-width:calc(100% - 32px);display:flex;align-items:center;gap:8px;min-height:40px;padding:8px 16px 8px 12px;border-radius:999px;background:var(--wk-text-1);color:var(--wk-surface-0);font-weight:600;z-index:2;animation:drop 150ms var(--ease)}
.toast[data-variant=success] svg{color:var(--wk-toast-success)}.toast[data-variant=error] svg{color:var(--wk-toast-error)}
.alert{margin:0 16px 12px}
.sr{position:absolute;width:1px;height:1px;margin:-1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media (max-width:430px){.overlay[open]{place-items:end stretch}
.overlay .card{width:100%;border-radius:calc(var(--r)*6) calc(var(--r)*6) 0 0;padding-bottom:env(safe-area-inset-bottom)}
.overlay .handle{display:block;position:absolute;inset-block-start:8px;inset-inline:0;margin-inline:auto;width:36px;height:4px;border-radius:2px;background:var(--wk-surface-3)}
.overlay .header{height:56px;margin-top:8px}}
@keyframes fade{from{opacity:0}}@keyframes drop{from{opacity:0;transform:translateY(-8px)}}@keyframes turn{to{transform:rotate(1turn)}}
@keyframes forward{from{opacity:0;transform:translateX(8px)}}@keyframes backward{from{opacity:0;transform:translateX(-8px)}}
@keyframes shake{25%{transform:translateX(-6px)}75%{transform:translateX(6px)}}@keyframes pulse{50%{opacity:.4}}
@media (prefers-reduced-motion:reduce){.view,.header h1,.toast{animation:fade 80ms!important}.body{transition:none}.card[data-shake]{animation:pulse .25s 2}.spinner{animation:pulse 1s infinite}}
`
