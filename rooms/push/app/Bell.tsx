/** Link to the settings in the header and in the bar of breaking news; the native app has its own. */
import type { HeaderLinkProps } from '@lokalteil/web/app/page/rooms/header-link'
import { useSurroundings } from '@lokalteil/web/app/page/portal'
import { Icon } from '@lokalteil/web/app/ui/Icon.tsx'
import { bellTexts } from './bell-texts.ts'

export function Bell({ className, isAtBreaking }: HeaderLinkProps) {
  const { publication, app } = useSurroundings()
  if (!publication.rooms.includes('push') || app.isNativeApp) return null
  const label = isAtBreaking ? bellTexts.atBreaking : bellTexts.inHeader
  return (
    <a href="/mitteilungen" className={className} title={label} data-bell>
      <Icon name="bell" label={label} />
    </a>
  )
}
