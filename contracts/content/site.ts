/** Data around every page: menus, breaking news. */
import { z } from 'zod'
import { Instant } from './values.ts'

export type MenuEntry = { label: string; target: string; icon?: string; children: MenuEntry[] }
export const MenuEntry: z.ZodType<MenuEntry> = z.lazy(() =>
  z.object({ label: z.string(), target: z.string(), icon: z.string().optional(), children: z.array(MenuEntry) }),
)

export const MENU_HANDLES = [
  'legalMenuHandle',
  'socialNetworksMenuHandle',
  'siteServicesMenuHandle',
  'hotTopicsMenuHandle',
  'treeServicesMenuHandle',
  'userSupportMenuHandle',
  'utilityBarMenuHandle',
  'mainMenuHandle',
] as const

const handle = z.string()

/** Site meta: the names of the eight menus and the menus themselves (S3.7-01). */
export const Site = z.object({
  mandator: z.string(),
  name: z.string(),
  claim: z.string(),
  menuHandles: z.object({
    legalMenuHandle: handle,
    socialNetworksMenuHandle: handle,
    siteServicesMenuHandle: handle,
    hotTopicsMenuHandle: handle,
    treeServicesMenuHandle: handle,
    userSupportMenuHandle: handle,
    utilityBarMenuHandle: handle,
    mainMenuHandle: handle,
  }),
  menus: z.record(z.string(), z.array(MenuEntry)),
  hasNoNewsletters: z.literal(true).optional().describe('No newsletter can be ordered: nothing leads to them'),
})
export type Site = z.infer<typeof Site>

export type FeedNode = { id: string; label: string; target: string; children: FeedNode[] }
export const FeedNode: z.ZodType<FeedNode> = z.lazy(() =>
  z.object({ id: z.string(), label: z.string(), target: z.string(), children: z.array(FeedNode) }),
)

export const BreakingNews = z.object({
  item: z
    .object({
      title: z.string(),
      target: z.string(),
      publishDate: Instant,
      isPushed: z.literal(false).optional().describe('The office opened it: it orders a push message of its own'),
    })
    .nullable(),
})
export type BreakingNews = z.infer<typeof BreakingNews>
