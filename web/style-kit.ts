/**
 * PostCSS plugin: `@apply card gap-3;` in a style sheet becomes the declarations of these classes of `app/ui/kit.css`, and
 * `@media (--desk)` the width that the kit names. What a class of the kit nests (`&:hover`) comes right behind the rule that
 * applies it. The browser gets the same styles as if the sheet wrote them out: the kit costs a page no byte.
 * Throws at a name that the kit does not have.
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
          // A node that is put elsewhere leaves the copy.
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
      // In development a change of the kit draws all sheets again.
      result.messages.push({ type: 'dependency', plugin: 'style-kit', file, parent: root.source?.input.file })
    },
  }
}

/** `&` stands for the rule. */
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
