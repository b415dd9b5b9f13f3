/** Link to the push settings, if the publication has push; the native app has its own. */
import { useSurroundings } from '../../page/portal.ts'
import { Icon } from '../../ui/Icon.tsx'
import { shellTexts } from '../../messages/display/shell.ts'
import { urls } from '../../messages/publication/urls.ts'

export function Bell({ className, isAtBreaking }: { className: string | undefined; isAtBreaking?: true }) {
  const { publication, app } = useSurroundings()
  if (!publication.rooms.includes('push') || app.isNativeApp) return null
  const label = isAtBreaking ? shellTexts.bellAtBreaking : shellTexts.bell
  return (
    <a href={urls.push} className={className} title={label} data-bell>
      <Icon name="bell" label={label} />
    </a>
  )
}
