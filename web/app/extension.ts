/** The public interface for pages and blocks of a publication's own and of own rooms (docs/own-room.md). */
export { defineBlock, type BlockContext, type BlockExtension, type BlockView } from './page/define-block.ts'
export {
  defineExtensionPage as definePage,
  type PageAnswer,
  type PageContext,
  type PageExtension,
  type PageView,
} from './page/define-extension-page.ts'
export { toLoaded } from './pages/lists/read-answer.ts'
export { Teaser } from './features/teaser/Teaser.tsx'
export { useMoment } from './page/portal.ts'
export { SectionHeader as BlockHeading } from './pages/blocks/SectionHeader.tsx'
export { Icon } from './ui/Icon.tsx'
export { askRoom } from './page/rooms/ask-room.ts'
export { portalClient } from './page/portal-client.ts'
export { useConsent } from './browser/consent/consent.ts'
