/**
 * PostCSS plugin: replaces `@apply card gap-3;` by the declarations of these classes in `app/ui/kit.css`, and `@media (--desk)`
 * by the width in the kit. Nested rules of a class (`&:hover`) follow directly after the rule with `@apply`. The result is the
 * same as if the style sheet had the declarations itself, so the kit adds no bytes to a page. Throws at an unknown name.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { CSSOptions } from 'vite'

type Accepted = NonNullable<Exclude<NonNullable<CSSOptions['postcss']>, string>['plugins']>[number]
type StylePlugin = Exclude<Extract<Accepted, { postcssPlugin: string }>, (...rest: never[]) => unknown>
type Root = Parameters<NonNullable<StylePlugin['Once']>>[0]
type Node = NonNullable<Root['first']>
type Rule = Extract<Node, { type: 'rule' }>

const KIT = fileURLToPath(new URL('app/ui/kit.css', import.meta.url))

export function styleKit(file = KIT): StylePlugin {
  return {
    postcssPlugin: 'style-kit',
    Once(root, { postcss, result }) {
      const kit = postcss.parse(readFileSync(file, 'utf8'), { from: file })
      const classes = new Map(
        kit.nodes.flatMap((node) => (node.type === 'rule' ? [[node.selector, node] as const] : [])),
      )
      const widths = new Map<string, string>()
      kit.walkAtRules('custom-media', ({ params }) => {
        const [name, ...width] = params.split(' ')
        widths.set(`(${name})`, width.join(' '))
      })
      root.walkAtRules('apply', (apply) => {
        const rule = apply.parent as Rule
        let last: Node = rule
        for (const name of apply.params.split(/\s+/)) {
          const copy = classes.get(`.${name}`)?.clone()
          if (copy === undefined) throw apply.error(`The kit has no class ${name}`)
          // Inserting a node elsewhere removes it from the copy, so always take the first.
          for (let node = copy.first; node !== undefined; node = copy.first) {
            if (node.type === 'decl') apply.before(node)
            else last = putBehind(last, node, rule)
          }
        }
        apply.remove()
      })
      root.walkAtRules('media', (media) => {
        media.params = media.params.replaceAll(/\(--[\w-]+\)/g, (name) => {
          const width = widths.get(name)
          if (width === undefined) throw media.error(`The kit names no width ${name}`)
          return width
        })
      })
      // In development a change of the kit rebuilds all style sheets.
      result.messages.push({ type: 'dependency', plugin: 'style-kit', file, parent: root.source?.input.file })
    },
  }
}

/** Inserts a nested rule after `last`, with `&` replaced by the selectors of `rule`. */
function putBehind(last: Node, node: Node, rule: Rule): Node {
  const fill = (nested: Rule) => {
    nested.selectors = nested.selectors.flatMap((selector) =>
      rule.selectors.map((outer) => selector.replaceAll('&', () => outer)),
    )
  }
  if (node.type === 'rule') fill(node)
  else if (node.type === 'atrule') node.walkRules(fill)
  last.after(node)
  return node
}
