/**
 * `navigation.yaml`: the eight menus of specification 3.7. A missing menu is generated from the publication's content.
 */
import { z } from 'zod'
import { Target, text } from './values.ts'

export type MenuItem = { label: string; target: string; icon?: string | undefined; children: MenuItem[] }
const Item: z.ZodType<MenuItem> = z.lazy(() =>
  z.strictObject({
    label: text(60),
    target: Target,
    icon: z.string().max(40).optional(),
    children: z.array(Item).max(60).default([]),
  }),
)
const Menu = z.array(Item).max(60).optional()

export const Navigation = z.strictObject({
  main: Menu,
  hotTopics: Menu,
  utilityBar: Menu,
  siteServices: Menu,
  services: Menu.describe('The tree of services in the menu'),
  support: Menu,
  social: Menu.describe('Absent: the accounts of publication.yaml'),
  legal: Menu.describe('Absent: the documents that are there'),
})
export type Navigation = z.infer<typeof Navigation>
