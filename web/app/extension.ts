/** What an extension of a publication is written with (docs/extensions.md). */
export { defineBlock, type BlockContext, type BlockExtension, type BlockView } from './page/define-block.ts'
export { useMoment } from './page/portal.ts'
export { SectionHeader as BlockHeading } from './pages/blocks/SectionHeader.tsx'
export { Icon } from './ui/Icon.tsx'
