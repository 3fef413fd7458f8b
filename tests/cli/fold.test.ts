import { expect, it } from 'vitest'
import { foldHelpers, unwrapImports } from '../../cli/fold.ts'

const chunk = (fileName: string, name: string, code: string, imports: string[], moduleIds = [fileName]) => ({
  type: 'chunk' as const,
  fileName,
  name,
  code,
  imports,
  moduleIds,
  isEntry: name === 'index',
})

it('moves the helper functions into a file that the page loads anyway', async () => {
  const bundle = {
    rt: chunk('assets/rt.js', 'rt', 'var e=1,t=()=>2;export{t as n,e as t};', [], ['\0rolldown/runtime.js']),
    core: chunk('assets/core.js', 'core', 'import{n as a}from"./rt.js";export const two=a();', ['assets/rt.js']),
    index: chunk('index.js', 'index', 'import{two}from"./assets/core.js";export default two', ['assets/core.js']),
    lazy: chunk('assets/lazy.js', 'lazy', 'import{t as x,n as y}from"./rt.js";export default x+y()', ['assets/rt.js']),
  }
  const all: Record<string, (typeof bundle)['rt']> = {
    'assets/rt.js': bundle.rt,
    'assets/core.js': bundle.core,
    'index.js': bundle.index,
    'assets/lazy.js': bundle.lazy,
  }
  foldHelpers(all)
  expect(Object.keys(all)).toEqual(['assets/core.js', 'index.js', 'assets/lazy.js'])
  expect(bundle.lazy.imports).toEqual(['assets/core.js'])
  expect(bundle.lazy.code).toContain('from"./core.js"')
  const url = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`
  const core = url(bundle.core.code)
  expect(((await import(core)) as { two: number }).two).toBe(2)
  const lazy = (await import(url(bundle.lazy.code.replace('./core.js', core)))) as { default: number }
  expect(lazy.default).toBe(3)
})

it('changes nothing when the page loads no file eagerly', () => {
  const all = {
    'rt.js': chunk('rt.js', 'rt', 'export{e as t};', [], ['\0rolldown/runtime.js']),
    'a.js': chunk('a.js', 'a', 'import{t}from"./rt.js"', ['rt.js']),
  }
  foldHelpers(all)
  expect(all['a.js'].code).toBe('import{t}from"./rt.js"')
})

it('imports what our loader would import, and leaves the loaders of the page and of vite', () => {
  const preload = ['\0virtual:walletkit/preload']
  const core = chunk(
    'assets/core.js',
    'core',
    'var l=e=>e(),m=1;const a=()=>l(()=>import(`./a.js`).then(e=>e.t),[],import.meta.url),b=()=>l(()=>import("./b.js"),[]);export{l as p,m};',
    [],
    preload,
  )
  const lazy = chunk(
    'assets/lazy.js',
    'lazy',
    'import{p as w,m as x}from"./core.js";w(()=>import(`./c.js`),[]);x(()=>import(`./d.js`),[]);w(()=>import(`./e.js`).then(e=>e.run(x)),[]);w(()=>import(`./g.js`).then(e=>e.run(f())),[]);w(()=>import(`./h.js`).then(e=>e.b).then(t=>t.run(e,x)),[]);w(()=>Promise.resolve().then(()=>own),void 0,import.meta.url);w(async()=>{let{move:e,stop:t}=await import(`./i.js`).then(e=>e.C);return{move:e,stop:t}},[],import.meta.url).then(({move:e})=>e())',
    ['assets/core.js'],
  )
  const page = chunk('index.js', 'index', 'import{v as w}from"./vite.js";w(()=>import(`./f.js`),[])', ['vite.js'])
  unwrapImports({ 'assets/core.js': core, 'assets/lazy.js': lazy, 'index.js': page })
  expect(core.code).toContain('a=()=>import(`./a.js`).then(e=>e.t),b=()=>import("./b.js");')
  expect(lazy.code).toContain(
    'import(`./c.js`);x(()=>import(`./d.js`),[]);import(`./e.js`).then(e=>e.run(x));w(()=>import(`./g.js`)',
  )
  expect(lazy.code).toContain(
    ';import(`./h.js`).then(e=>e.b).then(t=>t.run(e,x));Promise.resolve().then(()=>own);import(`./i.js`).then(e=>e.C).then(({move:e})=>e())',
  )
  expect(page.code).toContain('w(()=>import(`./f.js`),[])')
})
