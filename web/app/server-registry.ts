/** The same pages for the server, at hand at once, and what their heads tell machines. */
import type { RouteName } from '@lokalteil/domain/routes'
import type { Machine, PageModule } from './browser/page.ts'
import { page as article } from './pages/article/ArticlePage.tsx'
import { machine as articleMachine } from './pages/article/article-machine.ts'
import { page as channel, pagedPage as tag } from './pages/channel/ChannelPage.tsx'
import { machine as channelMachine } from './pages/channel/channel-machine.ts'
import { page as home } from './pages/home/HomePage.tsx'
import { machine as homeMachine } from './pages/home/home-machine.ts'

type Entry = { page: unknown; machine?: unknown; /** Path of the module in the build's manifest. */ source: string }

const ENTRIES: Partial<Record<RouteName, Entry>> = {
  home: { page: home, machine: homeMachine, source: 'app/pages/home/HomePage.tsx' },
  article: { page: article, machine: articleMachine, source: 'app/pages/article/ArticlePage.tsx' },
  channel: { page: channel, machine: channelMachine, source: 'app/pages/channel/ChannelPage.tsx' },
  tag: { page: tag, machine: channelMachine, source: 'app/pages/channel/ChannelPage.tsx' },
}

export function pageOf(name: RouteName): PageModule | null {
  return (ENTRIES[name]?.page as PageModule | undefined) ?? null
}

export function machineOf(name: RouteName): Machine<never> | null {
  return (ENTRIES[name]?.machine as Machine<never> | undefined) ?? null
}

export function sourceOf(name: RouteName): string | null {
  return ENTRIES[name]?.source ?? null
}
