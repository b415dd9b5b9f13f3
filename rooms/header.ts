/** Registry: links of rooms in the header and in the bar of breaking news. Every page has them in its first view: keep them small. */
import type { ComponentType } from 'react'
import type { HeaderLinkProps } from '@lokalteil/web/app/page/rooms/header-link'
import { Bell } from './push/app/Bell.tsx'

export const ROOM_HEADER_LINKS: readonly ComponentType<HeaderLinkProps>[] = [Bell]
